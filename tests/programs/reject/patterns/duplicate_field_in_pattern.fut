-- A field is named once.
def f (r: {x: i32}) = let {x = a, x = b} = r in a + b
