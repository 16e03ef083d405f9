-- Nor does it contain one.
def f (n: i32) : {g: i32 -> i32, n: i32} = {g = \x -> x + (f (n - 1)).n, n}
