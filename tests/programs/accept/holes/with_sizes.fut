-- A hole of array type.
def f (n: i64) : [n]i32 = ???
def g (n: i64) = length (??? : [n]bool)
