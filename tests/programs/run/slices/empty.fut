-- An empty slice reads nothing, wherever it begins.
-- ==
-- input { [1, 2] 2i64 } output { empty([0]i32) }
-- input { [1, 2] 3i64 } output { empty([0]i32) }
def main (xs: []i32) (i: i64) = xs[i:i]
