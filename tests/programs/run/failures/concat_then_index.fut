-- An index into a concatenation is checked against the whole.
-- ==
-- input { [1, 2] [3] 2i64 } output { 3 }
-- input { [1, 2] [3] 3i64 } error: out of bounds
def main (xs: []i32) (ys: []i32) (i: i64) : i32 = (xs ++ ys)[i]
