-- Reductions, scans and histograms in rows whose operators are on arrays: added, multiplied as matrices, appended.
-- Checklist: 77.
-- ==
-- entry: vector_sums
-- input { empty([0][?][3]i32) } output { empty([0][3]i32) }
-- input { empty([2][?: 0, 0][3]i32) } output { [[0, 0, 0], [0, 0, 0]] }
-- input { [[[1, 2, 3]], [], [[1, 0, 1], [0, 1, 0], [5, 5, 5]]] } output { [[1, 2, 3], [0, 0, 0], [6, 6, 6]] }

-- ==
-- entry: vector_scans
-- input { empty([0][?][3]i32) } output { empty([0][?][3]i32) }
-- input { empty([2][?: 0, 0][3]i32) } output { empty([2][?: 0, 0][3]i32) }
-- input { [[[1, 2, 3]], [], [[1, 0, 1], [0, 1, 0], [5, 5, 5]]] }
-- output { [[[1, 2, 3]], [], [[1, 0, 1], [1, 1, 1], [6, 6, 6]]] }

-- ==
-- entry: matrix_products
-- input { empty([0][?][2][2]i64) } output { empty([0][2][2]i64) }
-- input { empty([2][?: 0, 0][2][2]i64) } output { [[[1i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]]] }
-- input { [[[[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64],
-- [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]]], [], [[[2i64, 0i64], [0i64, 3i64]], [[1i64, 2i64], [3i64, 4i64]]]] }
-- output { [[[8i64, 5i64], [5i64, 3i64]], [[1i64, 0i64], [0i64, 1i64]], [[2i64, 4i64], [9i64, 12i64]]] }

-- ==
-- entry: matrix_scans
-- input { empty([0][?][2][2]i64) } output { empty([0][?][2][2]i64) }
-- input { empty([2][?: 0, 0][2][2]i64) } output { empty([2][?: 0, 0][2][2]i64) }
-- input { [[[[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]], [[1i64, 1i64],
-- [1i64, 0i64]], [[1i64, 1i64], [1i64, 0i64]]], [], [[[2i64, 0i64], [0i64, 3i64]], [[1i64, 2i64], [3i64, 4i64]]]] }
-- output { [[[[1i64, 1i64], [1i64, 0i64]], [[2i64, 1i64], [1i64, 1i64]], [[3i64, 2i64], [2i64, 1i64]], [[5i64, 3i64],
-- [3i64, 2i64]], [[8i64, 5i64], [5i64, 3i64]]], [], [[[2i64, 0i64], [0i64, 3i64]], [[2i64, 4i64], [9i64, 12i64]]]] }

-- ==
-- entry: vector_histogram
-- input { empty([0][?][3]i32) } output { empty([0][2][3]i32) }
-- input { empty([2][?: 0, 0][3]i32) } output { [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]]] }
-- input { [[[1, 2, 3]], [], [[1, 0, 1], [0, 1, 0], [5, 5, 5]]] }
-- output { [[[1, 2, 3], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]], [[6, 5, 6], [0, 1, 0]]] }

-- ==
-- entry: appended
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- input { [[], [0i64]] } output { [[], []] }
-- input { [[2i64, 0i64, 3i64], [], [1i64], [5i64, 1i64]] }
-- output { [[0i64, 1i64, 0i64, 1i64, 2i64], [], [0i64], [0i64, 1i64, 2i64, 3i64, 4i64, 0i64]] }

-- ==
-- entry: sums_inside
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- input { [[], [0i64]] } output { [0i64, 0i64] }
-- input { [[2i64, 0i64, 3i64], [], [1i64], [5i64, 1i64]] } output { [5i64, 0i64, 1i64, 6i64] }
def multiply (a: [2][2]i64) (b: [2][2]i64) : [2][2]i64 =
  map (\row -> map (\column -> i64.sum (map2 (*) row column) % 997) (transpose b)) a

entry vector_sums [n] (xsss: [n][?][3]i32) : [n][3]i32 =
  map (\xss -> reduce (map2 (+)) [0, 0, 0] xss) xsss

entry vector_scans [n] (xsss: [n][?][3]i32) : [n][?][3]i32 =
  map (\xss -> scan (map2 (+)) [0, 0, 0] xss) xsss

entry matrix_products [n] (ms: [n][?][2][2]i64) : [n][2][2]i64 =
  map (\row -> reduce multiply [[1, 0], [0, 1]] row) ms

entry matrix_scans [n] (ms: [n][?][2][2]i64) : [n][?][2][2]i64 =
  map (\row -> scan multiply [[1, 0], [0, 1]] row) ms

entry vector_histogram [n] (xsss: [n][?][3]i32) : [n][2][3]i32 =
  map (\xss -> hist (map2 (+)) [0, 0, 0] 2 (map (% 2) (indices xss)) xss) xsss

-- The operator appends: what is reduced has other sizes in every step.
entry appended [n] (xss: [n][?]i64) : [n][?]i64 =
  map (\xs -> (loop all: []i64 = [] for x in xs do all ++ iota x)) xss

-- The operator reduces.
entry sums_inside [n] (xss: [n][?]i64) : [n]i64 =
  map (\xs -> reduce (\a b -> i64.sum (map (\i -> a + b - i) [0, a + b])) 0 xs) xss
