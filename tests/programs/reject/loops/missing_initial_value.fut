-- There is no x outside.
def f (n: i32) = loop x for _i < n do x + 1i32
