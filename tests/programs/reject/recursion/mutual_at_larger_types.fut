-- Each round would need instances at a larger type than the last.
def grow 'a (n: i32) (x: a) : i32 = if n == 0 then 0 else again (n - 1) (x, x)
def again 'a (n: i32) (x: a) : i32 = if n == 0 then 1 else grow (n - 1) x
