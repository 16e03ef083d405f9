-- Not booleans.
def f (b: bool) : [b]i32 = []
