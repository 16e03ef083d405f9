-- Sums of columns, with something done to each sum, sums of them, and sums of products, for few and for many columns and rows.
-- ==
-- entry: means
-- input { [[1.0f32, 2.0f32, 3.0f32], [3.0f32, 6.0f32, 5.0f32]] } output { [2.0f32, 4.0f32, 4.0f32] }
-- input { empty([0][3]f32) } output { [f32.nan, f32.nan, f32.nan] }
entry means [n][m] (a: [n][m]f32) : [m]f32 =
  map (\column -> f32.sum column / f32.i64 n) (transpose a)

-- ==
-- entry: normalised
-- input { 3i64 2i64 } output { [0.4166666666666667f64, 0.5833333333333334f64] }
-- input { 20i64 20i64 } output { [0.03362068965517241f64, 0.0353448275862069f64, 0.03706896551724138f64, 0.03879310344827586f64, 0.04051724137931034f64, 0.04224137931034483f64, 0.04396551724137931f64, 0.045689655172413794f64, 0.04741379310344827f64, 0.04913793103448276f64, 0.05086206896551724f64, 0.052586206896551725f64, 0.054310344827586204f64, 0.05603448275862069f64, 0.05775862068965517f64, 0.059482758620689656f64, 0.061206896551724135f64, 0.06293103448275862f64, 0.06465517241379311f64, 0.06637931034482758f64] }
entry normalised (n: i64) (m: i64) : [m]f64 =
  let v = map (\i -> f64.i64 (i + 1)) (iota n)
  let a = tabulate_2d n m (\i j -> f64.i64 (3 * i + 2 * j + 1))
  let b = map (\column -> f64.sum (map2 (*) v column)) (transpose a)
  let s = f64.sum b
  in map (/ s) b

-- ==
-- entry: squares
-- input { 4i64 3i64 } output { 846i64 }
-- input { 30i64 40i64 } output { 11957132000i64 }
entry squares (n: i64) (m: i64) : i64 =
  let a = tabulate_2d n m (\i j -> i * m + j - (n * m) / 5)
  let columns = transpose a
  in i64.sum (map (\x -> i64.sum (map (\y -> i64.sum (map2 (*) x y)) columns)) columns)
