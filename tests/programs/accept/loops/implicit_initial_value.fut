-- Without `=` the names of the pattern are the initial values.
def a (x: i32) = loop x for _i < 3i32 do x + x
def b (x: i32) (y: i32) = loop (x, y) for _i < 3i32 do (y, x + y)
def c (n: i64) (acc: *[n]i32) = loop acc for i < n do acc with [i] = 1
