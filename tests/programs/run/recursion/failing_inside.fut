-- A failure deep in a recursion.
-- ==
-- input { [1, 2, 3] 0i64 } output { 6 }
-- input { [1, 2, 3] -1i64 } error: out of bounds
def sum (xs: []i32) (i: i64) : i32 = if i == length xs then 0 else xs[i] + sum xs (i + 1)
def main (xs: []i32) (i: i64) : i32 = sum xs i
