-- A binding inside of an argument makes the size unknown.
def f (n: i64) : []i64 = iota (let m = n * 2 in m + 1)
