-- Functions that keep values of their row, passed to others and chosen by what is in the row.
-- Checklist: 46, 61.
-- ==
-- entry: kept
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2], [], [5], [], [0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }

-- ==
-- entry: chosen
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, 2], [], [5], [], [10, 17]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [1, 38, 22, 6, -10, 27, 11, -5, 32, 16, 0, 37, 21, 5, 42, 26, 10, -6, 31, 15, -1, 36, 20, 4, 41, 25,
-- 9, -7, 30, 14, -2, 35, 19, 3, 40, 24, 8, -8, 29, 13], [], [9]] }
def apply_all [n] (f: i32 -> i32) (xs: [n]i32) : [n]i32 = map f (map f xs)

entry kept [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         let total = i32.sum xs
         let near x = total - x
         in apply_all (\x -> near x + i32.i64 (length xs)) xs) xss

entry chosen [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         let add k xs = map (+ k) xs
         let pick k xs = filter (> k) xs
         in if length xs % 2 == 0 then add 10 xs else pick 1 xs) xss
