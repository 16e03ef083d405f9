-- From zero or one in steps of one.
def f (n: i64) : [n]i64 = 0..<n
def g (n: i64) : [n]i64 = 0..1..<n
def h (n: i64) : [n]i64 = 1..2...n
def i (n: i64) (m: i64) : [m - n]i64 = n..<m
