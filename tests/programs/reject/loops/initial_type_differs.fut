-- So does the initial value.
def f (n: i32) = loop (x: i32) = 1.5 for _i < n do x
