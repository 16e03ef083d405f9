-- A record with fewer fields is another type.
def f (r: {x: i32, y: i32}) = r.x
def a = f {x = 1}
