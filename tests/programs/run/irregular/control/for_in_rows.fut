-- Loops with a number of iterations that differs from row to row, with parallel operators inside: rows that keep their
-- length, rows that grow, loops in loops, loops over the elements.
-- Checklist: 22.
-- ==
-- entry: doubled
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [1i64, 0i64, 5i64] [[], [], []] } output { [[], [], []] }
-- input { [1i64, 1i64, 3i64, 0i64, 2i64] [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [[3, -1, 2], [], [8], [], [2, 9]] }
-- input { [2i64, 1i64, 1i64, 0i64] [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21,
-- 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[5], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }

-- ==
-- entry: grown
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [1i64, 0i64, 5i64] [[], [], []] } output { [[0, 0], [], [11, 4, 1, 0, 0, 0, 1, 2, 3, 4]] }
-- input { [1i64, 1i64, 3i64, 0i64, 2i64] [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [[4, 3, -1, 2, 0], [0, 0], [21, 10, 5, 5, 0, 1, 2], [], [14, 7, 0, 7, 0, 1]] }
-- input { [2i64, 1i64, 1i64, 0i64] [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21,
-- 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[8, 4, 4, 0, 1], [251, -9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5,
-- -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3, 0], [0, 0], [9]] }

-- ==
-- entry: over_elements
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [16, 0, 0, 0, 14] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [0, 28270, 0, 0] }

-- ==
-- entry: pascal
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[1i64], [1i64]] }
-- input { [4i64, 0i64, 7i64, 1i64] }
-- output { [[1i64, 4i64, 6i64, 4i64, 1i64], [1i64], [1i64, 7i64, 21i64, 35i64, 35i64, 21i64, 7i64, 1i64], [1i64,
-- 1i64]] }

-- ==
-- entry: nested
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [0i64, 0i64] } output { [0i64, 0i64] }
-- input { [4i64, 0i64, 9i64, 1i64] } output { [1i64, 0i64, 126i64, 0i64] }

-- ==
-- entry: until_zero
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0]i32) }
-- input { [1i64, 0i64, 5i64] [[], [], []] } output { [1, 0, 5] }
-- input { [1i64, 1i64, 3i64, 0i64, 20i64] [[3, -1, 2], [], [5], [], [0, 7]] } output { [5, 1, 8, 0, 11] }
-- input { [2i64, 100i64, 1i64, 0i64] [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16,
-- 21, 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [6, 1, 1, 9] }
entry doubled [n] (ks: [n]i64) (xss: [n][?]i32) : [n][?]i32 =
  map2 (\k xs -> loop ys = xs for i < k do map (\y -> y + i32.i64 i * i32.i64 (length xs)) ys)
       ks
       xss

entry grown [n] (ks: [n]i64) (xss: [n][?]i32) : [n][?]i32 =
  map2 (\k xs -> loop ys: []i32 = xs for i < k do [i32.sum ys] ++ ys ++ [i32.i64 i]) ks xss

entry over_elements [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> loop total = 0 for x in xs do total + i32.sum (map (\y -> i32.abs (x - y)) xs)) xss

entry pascal [n] (ks: [n]i64) : [n][?]i64 =
  map (\k ->
         loop row: []i64 = [1] for _i < k do
           map2 (+) (row ++ [0] :> [length row + 1]i64) ([0] ++ row :> [length row + 1]i64))
      ks

entry nested [n] (ks: [n]i64) : [n]i64 =
  map (\k -> loop s = 0 for i < k do loop s for j < i do s + i64.sum (iota j)) ks

-- A loop that does nothing gives what it began with.
entry until_zero [n] (ks: [n]i64) (xss: [n][?]i32) : [n]i32 =
  map2 (\k xs ->
          loop s = i32.sum xs for _i < k do
            if s > 10 then s - i32.i64 (length (filter (> 0) xs)) else s + 1)
       ks
       xss
