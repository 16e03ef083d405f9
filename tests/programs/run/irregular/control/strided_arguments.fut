-- Recursive functions that are given every second element, or other parts, of their argument.
-- ==
-- entry: orders
-- input { [[0, 1, 2, 3, 4, 5, 6, 7], [], [5], [3, 1], [9, 8, 7, 6, 5], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
-- 21, 22]] }
-- output { [[0, 4, 2, 6, 1, 5, 3, 7], [], [5], [3, 1], [9, 5, 7, 8, 6], [10, 18, 14, 22, 12, 20, 16, 11, 19, 15, 13,
-- 21, 17]] }

-- ==
-- entry: mixtures
-- input { [[0, 1, 2, 3, 4, 5, 6, 7], [], [5], [3, 1], [9, 8, 7, 6, 5], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
-- 21, 22]] }
-- output { [[0, 2, 4, 6, 1, 3, 5, 7], [], [5], [3, 1], [9, 7, 5, 8, 6], [10, 14, 12, 16, 20, 18, 22, 11, 15, 13, 17,
-- 21, 19]] }

-- ==
-- entry: weights
-- input { [[0, 1, 2, 3, 4, 5, 6, 7], [], [5], [3, 1], [9, 8, 7, 6, 5], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
-- 21, 22]] }
-- output { [[44, 48, 50, 54, 51, 55, 57, 61], [], [5], [7, 5], [79, 75, 63, 57, 55], [422, 430, 434, 442, 412, 420,
-- 384, 390, 398, 364, 402, 410, 372]] }

-- ==
-- entry: reversals
-- input { [[0, 1, 2, 3, 4, 5, 6, 7], [], [5], [3, 1], [9, 8, 7, 6, 5], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
-- 21, 22]] }
-- output { [[5, 1, 7, 3, 4, 0, 6, 2], [], [5], [1, 3], [5, 9, 7, 8, 6], [14, 22, 10, 18, 12, 20, 16, 11, 19, 15, 13,
-- 21, 17]] }

-- Which nothing is done with but taking it apart.
def reorder [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 then xs else (reorder xs[0::2] ++ reorder xs[1::2]) :> [n]i32

-- Parts whose elements lie side by side, and others.
def mixed [n] (level: i64) (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else if level % 2 == 0
  then (mixed (level + 1) xs[0::2] ++ mixed (level + 1) xs[1::2]) :> [n]i32
  else (mixed (level + 1) xs[:n / 2] ++ mixed (level + 1) xs[n / 2:]) :> [n]i32

-- All elements are read at each level.
def weigh [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let sum = i32.sum xs
       in map (+ sum) (weigh xs[0::2] ++ weigh xs[1::2]) :> [n]i32

def reverse_halves [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else (reverse_halves (xs[::-1])[0::2] ++ reverse_halves (xs[::-1])[1::2]) :> [n]i32

entry orders [n] (rows: [n][?]i32) : [n][?]i32 = map reorder rows
entry mixtures [n] (rows: [n][?]i32) : [n][?]i32 = map (mixed 0) rows
entry weights [n] (rows: [n][?]i32) : [n][?]i32 = map weigh rows
entry reversals [n] (rows: [n][?]i32) : [n][?]i32 = map reverse_halves rows
