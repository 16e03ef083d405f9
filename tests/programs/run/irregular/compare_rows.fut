-- Rows are compared with arrays of any length, and are different if their lengths are.
-- ==
-- entry: named unnamed written operator different
-- input { [[1, 2], [], [3], [4]] [[1, 2], [5], [3, 3], [4]] } output { [true, false, false, true] }
-- input { [[1]] [[1]] } output { [true] }

-- ==
-- entry: with_array
-- input { [[1, 2], [], [3]] [1, 2] } output { [true, false, false] }

-- ==
-- entry: two_rows
-- input { [[1, 2], [1, 2], [1]] 0i64 1i64 } output { true }
-- input { [[1, 2], [1, 2], [1]] 0i64 2i64 } output { false }

-- ==
-- entry: first_is
-- input { [[1, 2], [3]] [1, 2] } output { true }
-- input { [[1, 2], [3]] [1] } output { false }

-- ==
-- entry: pairs
-- input { [[1, 2], [3]] } output { [true, false] }

entry named [n] (xs: [n][?]i32) (ys: [n][?]i32) : [n]bool =
  map2 (\(a: []i32) (b: []i32) -> a == b) xs ys

entry unnamed [n] (xs: [n][?]i32) (ys: [n][?]i32) : [n]bool = map2 (\a b -> a == b) xs ys

def same [k] [l] (a: [k]i32) (b: [l]i32) : bool = k == l && and (map2 (==) a (b :> [k]i32))

entry written [n] (xs: [n][?]i32) (ys: [n][?]i32) : [n]bool = map2 same xs ys

entry operator [n] (xs: [n][?]i32) (ys: [n][?]i32) : [n]bool = map2 (==) xs ys

entry different [n] (xs: [n][?]i32) (ys: [n][?]i32) : [n]bool = map2 (\a b -> !(a != b)) xs ys

entry with_array [n] (xs: [n][?]i32) (y: []i32) : [n]bool = map (\x -> x == y) xs

entry two_rows [n] (xs: [n][?]i32) (i: i64) (j: i64) : bool = xs[i] == xs[j]

entry first_is [n] (xs: [n][?]i32) (y: []i32) : bool = xs[0] == y

entry pairs [n] (xs: [n][?]i32) : [n]bool = map (\x -> (x, 1) == (filter (< 3) x ++ [4, 5][1:1], 1) && length x == 2) xs
