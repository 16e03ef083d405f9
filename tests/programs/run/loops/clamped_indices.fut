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

-- Indices that are wrapped around, also more than once, and by a divisor that is not positive for rows that are empty.
-- ==
-- entry: torus
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [[13i32, 14i32, 15i32], [13i32, 14i32, 15i32]] }
-- input { [[7i32]] } output { [[28i32]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
entry torus [n][m] (g: [n][m]i32) : [n][m]i32 =
  let at i j = g[i % n, j % m]
  in tabulate_2d n m (\i j -> at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1))

-- ==
-- entry: far
-- input { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39] 2i64 } output { [43, 46, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96, 99, 102, 105, 68, 71, 74, 77, 80] }
-- input { [1, 2, 3, 4, 5] 7i64 } output { [6, 9, 7, 10, 13] }
-- input { [1, 2, 3, 4, 5] -1i64 } output { [6, 4, 7, 15, 13] }
entry far [n] (xs: [n]i32) (shift: i64) : [n]i32 =
  tabulate n (\i -> xs[(i + shift) % n] + xs[(i - shift) % n] + xs[i] - xs[(i + 2) % n] + xs[(i + 5) % n])

-- So far away that the index wraps around.
-- ==
-- entry: far_below
-- input { [1, 2, 3, 4, 5] 1i64 } error: out of bounds
-- input { [1, 2, 3, 4, 5] -2i64 } output { [1, 1, 1, 2, 3] }
-- input { [1, 2] 9223372036854775807i64 } error: out of bounds
-- input { [1, 2] -9223372036854775808i64 } output { [1, 1] }
entry far_below [n] (xs: [n]i32) (shift: i64) : [n]i32 =
  tabulate n (\i -> xs[i64.max 0 (i + shift)])

-- ==
-- entry: wrapped_below
-- input { [1, 2, 3] 9223372036854775807i64 } output { [1, 1, 1] }
entry wrapped_below [n] (xs: [n]i32) (shift: i64) : [n]i32 =
  tabulate n (\i -> xs[i64.max 0 (i + 1 + shift)])
