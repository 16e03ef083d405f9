-- Rows that are made where they are read fail as they did, and failures keep their order: what fails in a row comes before
-- what fails after the rows have been made.
-- ==
-- entry: in_row
-- input { [1i64, 2i64, 0i64] [3i64, 1i64, 2i64] } output { [0i64, 1i64, 1i64, 1i64] }
-- input { [1i64, 2i64, 2i64] [3i64, 1i64, 2i64] } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1i64, -2i64, 1i64] [3i64, 1i64, 2i64] } error: Range 0..1..<-2 is invalid

-- ==
-- entry: in_reader
-- input { [1i64, 2i64, 0i64] } output { [60i64, 30i64, 0i64] }
-- input { [1i64, 2i64, 1i64] } error: division by zero
-- input { [1i64, 2i64, -1i64] } error: Range 0..1..<-1 is invalid

-- ==
-- entry: in_row_and_reader
-- input { [1i64, 1i64] [9i64, 8i64] } output { [60i64, 60i64] }
-- input { [1i64, 3i64] [1i64, 9i64] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [3i64, 1i64] [9i64, 1i64] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [1i64, 1i64] [9i64, 2i64] } error: division by zero

-- ==
-- entry: between
-- input { [1i64, 1i64] [9i64, 8i64] 2i64 } output { [1i64, 1i64] }
-- input { [1i64, 1i64] [9i64, 8i64] 0i64 } error: division by zero
-- input { [1i64, 2i64] [9i64, 8i64] 0i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [1i64, 2i64] [9i64, 8i64] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

-- Element j of row i is xs[i + j].
def rows [n] [m] (ks: [n]i64) (xs: [m]i64) : [n][?]i64 =
  map2 (\i k -> map (\j -> xs[i + j]) (iota k)) (iota n) ks

entry in_row (ks: []i64) (xs: []i64) : [4]i64 =
  let all = irregular.flatten (rows ks xs)
  in hist (+) 0 4 (map (\x -> x % 4) all) (map (const 1) all)

entry in_reader [n] (ks: [n]i64) : [3]i64 =
  let all = irregular.flatten (map2 (\i k -> map (\j -> i + j) (iota k)) (iota n) ks)
  in scatter (replicate 3 0)
             (map (\x -> i64.max 0 (x - 1)) all)
             (map (\x -> if x == 2 && n == 3 && ks[2] == 1 then 1 / (x - 2) else 60 / i64.max 1 x)
                  all)

-- The rows are read from the last to the first, so that the reader would fail before the last of them is made.
entry in_row_and_reader [n] (ks: [n]i64) (xs: [n]i64) : [2]i64 =
  let all = irregular.flatten (rows ks xs)
  in scatter (replicate 2 0)
             (map (\x -> i64.min 1 (9 - x)) all)
             (map (\x -> 60 / i64.min 1 (x - 2) + 0 * x) all)

-- Something else fails after the rows were made, and before they are read.
entry between [n] (ks: [n]i64) (xs: [n]i64) (d: i64) : [2]i64 =
  let all = irregular.flatten (rows ks xs)
  let m = 4 / d
  in hist (+) 0 m (map (\x -> 9 - x) all) (map (const 1) all) :> [2]i64
