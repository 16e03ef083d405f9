-- A map that gives tuples of scalars and arrays.
-- ==
-- input { [1, 2] 2i64 } output { [2, 4] [[1, 1], [2, 2]] [true, false] }
def main (xs: []i32) (m: i64) = unzip3 (map (\x -> (2 * x, replicate m x, x == 1)) xs)
