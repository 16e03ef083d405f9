-- Functions that know rows only as values of a type `a`: one irregular argument makes all of them irregular.
-- ==
-- entry: appended
-- input { [[1, 2], []] [[3]] [4, 5, 6] } output { [[7], [1, 2], [], [3], [4, 5, 6], []] [0i64, 1i64, 3i64] }
entry appended [n] [m] (a: [n][?]i32) (b: [m][?]i32) (row: []i32) : ([][?]i32, []i64) =
  let all = [[7]] ++ a ++ b ++ [row] ++ []
  in (all ++ [[]], loop lengths = [] for i < 3 do lengths ++ [length all[i + 2]])

-- ==
-- entry: compared
-- input { [[1, 2], []] [[1, 2], []] } output { true false }
-- input { [[1, 2], []] [[1], [2]] } output { false true }
-- input { [[1, 2], []] [[1, 3], []] } output { false true }
entry compared [n] (a: [n][?]i32) (b: [n][?]i32) : (bool, bool) = (a == b, a != b)

-- ==
-- entry: compared_levels
-- input { [[[1, 2], []], []] [[[1, 2], []], []] } output { true }
-- input { [[[1, 2], []], []] [[[1, 2]], [[]]] } output { false }
entry compared_levels [n] (a: [n][?][?]i32) (b: [n][?][?]i32) : bool = a == b

-- ==
-- entry: scattered
-- input { [[1, 2], [], [3]] [2i64, 0i64, 9i64] [[4, 5, 6], [], [7]] } output { [[], [], [4, 5, 6]] }
entry scattered [n] (a: *[n][?]i32) (is: [n]i64) (b: [n][?]i32) : [n][?]i32 = scatter a is b

-- ==
-- entry: row_replaced
-- input { [[1, 2], [3]] 0i64 } output { [[2, 3, 9], [3]] }
entry row_replaced [n] (a: [n][?]i32) (i: i64) : [n][?]i32 =
  let b = copy a
  let b[i] = map (+ 1) b[i] ++ [9]
  in b

-- ==
-- entry: growing
-- input { [[5]] } output { [[5], [], [0], [0, 1]] }
entry growing (a: [][?]i32) : [][?]i32 =
  loop (rows: [][?]i32) = a for i < 3 do rows ++ [map i32.i64 (iota i)]

def append_one 'a [n] (xs: [n]a) (x: a) : [n + 1]a = xs ++ [x]

-- ==
-- entry: by_own_function
-- input { [[5], []] [1, 2] } output { [[5], [], [1, 2], [0, 1, 2]] }
entry by_own_function [n] (a: [n][?]i32) (row: []i32) : [][?]i32 =
  append_one (append_one a row) [0, 1, 2]

-- ==
-- entry: nothing_in_rows
-- input { 2i64 } output { [0i64, 0i64] }
entry nothing_in_rows (n: i64) : [n]i64 =
  let rows: [n][?][?]i64 = replicate n []
  in map length rows

-- The size of a parameter is not that of the rows that it is used with.
-- ==
-- entry: one_of
-- input { [1, 2] [[3], []] true } output { [[1, 2]] false }
-- input { [1, 2] [[3], []] false } output { [[3], []] false }
-- input { [3] [[3], []] false } output { [[3], []] true }
entry one_of [n] (row: []i32) (rows: [n][?]i32) (first: bool) : ([][?]i32, bool) =
  (if first then [row] else rows, [row] == (rows[:1] :> [1][?]i32))
