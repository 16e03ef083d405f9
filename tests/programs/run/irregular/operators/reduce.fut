-- Reductions of rows: sums, an operator that is not commutative, several values at once, of rows that are computed.
-- Empty rows give the neutral element.
-- Checklist: 7.
-- ==
-- entry: sums
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [4, 0, 5, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 251, 0, 9] }

-- ==
-- entry: lowest
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [2147483647, 2147483647, 2147483647] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [-1, 2147483647, 5, 2147483647, 0] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, -20, 2147483647, 9] }

-- ==
-- entry: compositions
-- input { empty([0][?]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [[], [], []] } output { [1, 1, 1] [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [9, 1, 3, 1, 2] [26, 0, 5, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [2, 168, 1, 1] [4, 932, 0, 9] }

-- ==
-- entry: mean_and_spread
-- input { empty([0][?]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [1, 0, 5, 0, 3] [5, 0, 0, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 6, 0, 9] [0, 531, 0, 0] }

-- ==
-- entry: of_squares
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [14, 0, 25, 0, 49] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [16, 10955, 0, 81] }

-- ==
-- entry: of_kept
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [3, 0, 5, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 403, 0, 9] }

-- ==
-- entry: is_sorted
-- input { empty([0][?]i32) } output { empty([0]bool) }
-- input { [[], [], []] } output { [true, true, true] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [false, true, true, true, true] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [true, false, true, true] }
entry sums [n] (xss: [n][?]i32) : [n]i32 = map i32.sum xss
entry lowest [n] (xss: [n][?]i32) : [n]i32 = map (reduce_comm i32.min i32.highest) xss

-- Functions x * a + b modulo 1009, composed from left to right.
entry compositions [n] (xss: [n][?]i32) : ([n]i32, [n]i32) =
  let compose (a, b) (c, d) = (a * c % 1009, (b * c + d) % 1009)
  let function x = ((x % 3) + 1, x % 1009)
  in unzip (map (\xs -> reduce compose (1, 0) (map function xs)) xss)

entry mean_and_spread [n] (xss: [n][?]i32) : [n](i32, i32) =
  map (\xs ->
         let (total, count) =
           reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\x -> (x, 1)) xs)
         let mean = total / i32.max 1 count
         in (mean, i32.sum (map (\x -> i32.abs (x - mean)) xs))) xss

entry of_squares [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> reduce (+) 0 (map (\x -> x * x) xs)) xss

entry of_kept [n] (xss: [n][?]i32) : [n]i32 = map (\xs -> i32.sum (filter (> 2) xs)) xss

entry is_sorted [n] (xss: [n][?]i32) : [n]bool =
  map (\xs -> and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (indices xs))) xss
