-- All others.
def f (n: i64) : []i64 = 0..2..<n
def g (n: i32) : []i32 = 0..<n
def h (n: i64) : []i64 = n..>0
