-- Slices from the start, or with bounds that are sizes.
def f [n] (xs: [n]i32) : [2]i32 = xs[0:2]
def g [n] (xs: [n]i32) (k: i64) : [k]i32 = xs[:k]
def h [n] (xs: [n]i32) (i: i64) (j: i64) : [j - i]i32 = xs[i:j]
def i [n] (xs: [n]i32) : [n]i32 = xs[:]
def j [n] (xs: [n]i32) : [n]i32 = xs[::-1]
def k [n] (xs: [n]i32) (i: i64) : [n - i]i32 = xs[i:]
