-- A loop may apply functions.
def iterate (n: i32) (f: i32 -> i32) (x: i32) = loop y = x for _i < n do f y
