-- Branches that hold parallel operators, with a condition that differs from row to row: scalars, rows of the same
-- length, rows of other lengths, nested conditions, a branch with nothing to do, and a condition that is the same for
-- all.
-- Checklist: 8, 33, 49, 76, 96, 121.
-- ==
-- entry: scalars
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [3, 0, 5, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 251, 0, 9] }

-- ==
-- entry: same_lengths
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, 2, 4], [], [5], [], [0, 14]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-18, 56, 24, -8, -40, 34, 2, -30, 44, 12, -20, 54, 22, -10, 64, 32, 0, -32, 42, 10, -22, 52, 20,
-- -12, 62, 30, -2, -34, 40, 8, -24, 50, 18, -14, 60, 28, -4, -36, 38, 6], [], [18]] }

-- ==
-- entry: other_lengths
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, 2], [], [5], [], [0, 14]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-18, 56, 24, -8, -40, 34, 2, -30, 44, 12, -20, 54, 22, -10, 64, 32, 0, -32, 42, 10, -22, 52, 20,
-- -12, 62, 30, -2, -34, 40, 8, -24, 50, 18, -14, 60, 28, -4, -36, 38, 6], [], [18]] }

-- ==
-- entry: nested
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[0], [0], [0]] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[2, -1, 3], [0], [5, 5, 5], [0], [7, 0]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4, 4, 4], [3, 19, -18, -2, 14, 30, -7, 9, 25, -12, 4, 20, -17, -1, 15, 31, -6, 10, 26, -11, 5, 21, -16,
-- 0, 16, 32, -5, 11, 27, -10, 6, 22, -15, 1, 17, -20, -4, 12, 28, -9], [0], [9, 9, 9]] }

-- ==
-- entry: one_branch_is_outer
-- input { [1] empty([0][?]i32) } output { empty([0][?]i32) }
-- input { empty([0]i32) [[], [], []] } output { [[], [], []] }
-- input { [8, 9] [[], [], []] } output { [[8, 9], [8, 9], [8, 9]] }
-- input { [8, 9] [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2], [8, 9], [5], [8, 9], [0, 7]] }

-- ==
-- entry: same_for_all
-- input { true empty([0][?]i32) } output { empty([0][?]i32) }
-- input { true [[], [], []] } output { [[], [], []] }
-- input { false [[3, -1, 2], [], [5], [], [0, 7]] } output { [[-3, 1, -2], [], [-5], [], [0, -7]] }
-- input { true [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2, 3, -1, 2], [], [5, 5], [], [0, 7, 0, 7]] }

-- ==
-- entry: in_elements
-- input { empty([0][?]i32) } output { empty([0][?]i64) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3i64, 2i64, 1i64], [], [10i64], [], [1i64, 21i64]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[6i64], [31i64, 378i64, 66i64, 27i64, 39i64, 136i64, 0i64, 35i64, 231i64, 15i64, 32i64, 351i64, 55i64,
-- 28i64, 496i64, 120i64, 24i64, 36i64, 210i64, 10i64, 33i64, 325i64, 45i64, 29i64, 465i64, 105i64, 25i64, 37i64,
-- 190i64, 6i64, 34i64, 300i64, 36i64, 30i64, 435i64, 91i64, 26i64, 38i64, 171i64, 3i64], [], [36i64]] }
entry scalars [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> if length xs % 2 == 0 then i32.sum xs else i32.maximum xs) xss

entry same_lengths [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs -> if i32.sum xs > 5 then map (* 2) xs else scan (+) 0 xs) xss

entry other_lengths [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs -> if i32.sum xs > 5 then map (* 2) xs else filter (> 0) xs) xss

entry nested [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         if null xs
         then [0]
         else if xs[0] > 3
         then if length xs > 1 then xs ++ xs else replicate 3 xs[0]
         else reverse xs) xss

entry one_branch_is_outer [n] (default: []i32) (xss: [n][?]i32) : [n][?]i32 =
  map (\xs -> if null xs then default else xs) xss

entry same_for_all [n] (doubled: bool) (xss: [n][?]i32) : [n][?]i32 =
  map (\xs -> if doubled then xs ++ xs else map i32.neg xs) xss

-- The innermost elements have branches with parallelism of their own.
entry in_elements [n] (xss: [n][?]i32) : [n][?]i64 =
  map (\xs -> map (\x -> if x > 0 then i64.sum (iota (i64.i32 x)) else length (filter (> x) xs)) xs)
      xss
