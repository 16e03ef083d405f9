-- Rows that are as long as others: of all rows of an array, of some of them, of none.
-- ==
-- entry: numbered
-- input { [[5i64, 6i64], [], [7i64]] }
-- output { [[0i64, 0i64], [], [2i64]] [[5i64, 6i64], [], [7i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] [empty([0]i64), empty([0]i64)] }

-- ==
-- entry: shares
-- input { [[1f64, 3f64], [], [5f64, 5f64, 10f64]] 0i64 3i64 }
-- output { [[0.25f64, 0.75f64], [], [0.25f64, 0.25f64, 0.5f64]] 5i64 }
-- input { [[1f64, 3f64], [], [5f64, 5f64, 10f64]] 1i64 3i64 }
-- output { [[], [0.25f64, 0.25f64, 0.5f64]] 3i64 }
-- input { [[1f64, 3f64], [2f64], [5f64, 5f64, 10f64]] 1i64 2i64 }
-- output { [[1f64]] 1i64 }
-- input { [[1f64, 3f64], [2f64], [5f64, 5f64, 10f64]] 3i64 3i64 }
-- output { empty([0][0]f64) 0i64 }

-- ==
-- entry: reshaped
-- input { [[1i64, 2i64], [], [3i64]] [10i64, 20i64, 30i64] }
-- output { [[10i64, 20i64], [], [30i64]] }
-- input { [[1i64, 2i64], [], [3i64]] [10i64, 20i64] }
-- error: cannot be made of an array of length 2: they add up to 3

-- ==
-- entry: many
-- input { 2000i64 }
-- output { 1068466740i64 4000i64 }

entry numbered [n] (rows: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  let both: [n][?](i64, i64) = map2 (\i row -> map (\x -> (i, x)) row) (iota n) rows
  in irregular.unzip both

-- Those of a part of the rows do not begin at 0.
entry shares [n] (rows: [n][?]f64) (from: i64) (to: i64) : ([][?]f64, i64) =
  let some = rows[from:to]
  in (map (\row -> map (/ f64.sum row) row) some, i64.sum (irregular.lengths some))

entry reshaped [n] [m] (rows: [n][?]i64) (xs: [m]i64) : [n][?]i64 =
  irregular.from_lengths (irregular.lengths rows) xs

-- Enough rows for tasks.
entry many (n: i64) : (i64, i64) =
  let rows: [n][?]i64 = map (\i -> iota (i % 5)) (iota n)
  let sums: [n][?]i64 = map2 (\i row -> scan (+) 0 (map (+ i) row)) (iota n) rows[0:n]
  let pairs = irregular.flatten (map2 (\i row -> map (\x -> i * x) row) (iota n) (map id sums : [n][?]i64) : [n][?]i64)
  in (i64.sum pairs / 10, i64.sum (irregular.lengths sums))
