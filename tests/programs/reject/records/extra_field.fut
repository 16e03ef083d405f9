-- So is one with more.
def f (r: {x: i32}) = r.x
def a = f {x = 1, y = 2}
