-- Indices that are clamped at the border, in ranges that are shorter than the shifts, in one and two dimensions.
-- ==
-- entry: smooth
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } output { [9, 12, 16, 21, 26, 31, 36, 40, 44, 47] }
-- input { [5] } output { [25] }
-- input { [1, 10] } output { [23, 32] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry smooth [n] (xs: [n]i32) : [n]i32 =
  let at i = xs[i64.max 0 (i64.min (n - 1) i)]
  in tabulate n (\i -> at (i - 2) + at (i - 1) + at i + at (i + 1) + at (i + 3))

-- ==
-- entry: grid
-- input { 3i64 4i64 } output { [[6i64, 12i64, 20i64, 26i64], [18i64, 24i64, 32i64, 38i64], [30i64, 36i64, 44i64, 50i64]] }
-- input { 1i64 1i64 } output { [[0i64]] }
-- input { 1i64 3i64 } output { [[2i64, 8i64, 14i64]] }
entry grid (n: i64) (m: i64) : [n][m]i64 =
  let g = tabulate_2d n m (\i j -> 4 * i + 2 * j)
  let at i j = g[i64.max 0 (i64.min i (n - 1)), i64.min (m - 1) (i64.max j 0)]
  in tabulate_2d n m (\i j -> at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1))
