-- So has a range with a step.
def f (n: i64) : [n]i64 = 0..2..<n
