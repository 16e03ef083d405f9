-- Transposed, rotated and reversed rows; matrices of another size in every row.
-- Checklist: 131.
-- ==
-- entry: columns
-- input { empty([0][?][2]i32) } output { empty([0][2][?]i32) }
-- input { [[[1, 2]], [], [[3, 4], [5, 6], [7, 8]]] } output { [[[1], [2]], [[], []], [[3, 5, 7], [4, 6, 8]]] }
-- input { empty([2][?: 0, 0][2]i32) } output { [[[], []], [[], []]] }

-- ==
-- entry: squares
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[], []] }
-- input { [3i64, 0i64, 1i64, 2i64] }
-- output { [[0i64, 10i64, 20i64, 1i64, 11i64, 21i64, 2i64, 12i64, 22i64, 3i64, 13i64, 23i64], [], [0i64, 1i64], [0i64,
-- 10i64, 1i64, 11i64, 2i64, 12i64]] }

-- ==
-- entry: rotated
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2], [], [5], [], [0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31, 15,
-- -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3, -9], [], [9]] }

-- ==
-- entry: grid_sums
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[], []] }
-- input { [3i64, 0i64, 1i64, 6i64] }
-- output { [[3i64, 6i64, 9i64], [], [0i64], [15i64, 30i64, 45i64, 60i64, 75i64, 90i64]] }
entry columns [n] (xsss: [n][?][2]i32) : [n][2][?]i32 = map (\xss -> transpose xss) xsss

entry squares [n] (ns: [n]i64) : [n][?]i64 =
  map (\n -> flatten (transpose (tabulate_2d n (n + 1) (\i j -> 10 * i + j)))) ns

entry rotated [n] (xss: [n][?]i32) : [n][?]i32 = map2 (\i xs -> rotate i xs) (iota n) xss

-- Sums along columns of a matrix that is there for each number.
entry grid_sums [n] (ns: [n]i64) : [n][?]i64 =
  map (\n -> map i64.sum (transpose (tabulate_2d n n (\i j -> i * j + i)))) ns
