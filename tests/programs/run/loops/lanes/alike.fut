-- Loops and reductions that all iterations of a map do alike are done for many iterations at once: as many as fill whole strips,
-- with some left, and too few for one.
-- ==
-- entry: polynomial
-- input { [1f32, 0.5f32, -2f32] [0f32, 1f32, 2f32, -4f32] } output { [-2f32, -0.5f32, 3f32, 12f32] }
-- input { [1f32, 1f32] empty([0]f32) } output { empty([0]f32) }
-- input { empty([0]f32) [1f32, 2f32] } output { [0f32, 0f32] }

-- ==
-- entry: polynomials
-- input { [1i64, 1i64, 1i64] 1i64 } output { 1i64 }
-- input { [1i64, 1i64, 1i64] 31i64 } output { 9951i64 }
-- input { [1i64, 1i64, 1i64] 32i64 } output { 10944i64 }
-- input { [1i64, 1i64, 1i64] 71i64 } output { 119351i64 }

-- ==
-- entry: doubled
-- input { 3i64 [4i64, 3i64] } output { [11i64, 3i64] }
-- input { 2i64 [2i64, 2i64, 3i64] } output { [-1i64, -1i64, 3i64] }
-- input { 3i64 [4i64, 2i64, 3i64] } error: Assertion
-- input { 0i64 [-5i64] } output { [-5i64] }

-- ==
-- entry: window
-- input { [[1i32, 2i32], [3i32, 4i32]] [[1i32, 0i32, 2i32], [0i32, 1i32, 0i32], [5i32, 0i32, -1i32]] }
-- output { [[5i32, 7i32], [17i32, -3i32]] }
-- input { empty([0][0]i32) [[1i32]] } output { [[0i32, 0i32], [0i32, 0i32]] }

-- ==
-- entry: windows
-- input { 40i64 } output { 1521i64 }
-- input { 72i64 } output { 5041i64 }

-- ==
-- entry: powers
-- input { 100i64 } output { 100i64 }
entry polynomial [n] [m] (coefficients: [m]f32) (xs: [n]f32) : [n]f32 =
  map (\x -> loop y = 0 for c in coefficients do y * x + c) xs

entry polynomials [m] (coefficients: [m]i64) (n: i64) : i64 =
  i64.sum (opaque (map (\x -> loop y = 0 for c in coefficients do y * x + c) (iota n)))

-- The check fails for one iteration of a strip.
entry doubled [n] (times: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> loop y = x for _i < times do assert (y >= 0) (y * 2 - 3)) xs

-- A weight for each place of a window, which moves over a matrix.
def moved [k] [l] [n] [m] (weights: [k][l]i32) (xs: [n][m]i32) : [n - k + 1][m - l + 1]i32 =
  tabulate_2d (n - k + 1) (m - l + 1) (\i j ->
                                         i32.sum (tabulate k (\a ->
                                                                i32.sum (tabulate l (\b ->
                                                                                weights[a, b]
                                                                                * xs[i + a,
                                                                                j + b])))))

entry window [k] [l] [n] [m] (weights: [k][l]i32) (xs: [n][m]i32) = moved weights xs

entry windows (n: i64) : i64 =
  i64.sum (map i64.i32 (flatten (moved [[1, 0], [0, 0]] (tabulate_2d n n (\_ _ -> 1i32)))))

-- Rows with heavy elements: powers of one.
entry powers (n: i64) : i64 =
  let exponents = map f64.i64 (iota 7)
  let row x = f64.sum (map (\e -> f64.cos (0 * x) ** e) exponents)
  in i64.sum (map (\x -> i64.bool (row (f64.i64 x) == 7)) (iota n))
