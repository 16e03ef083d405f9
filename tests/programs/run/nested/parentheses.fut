-- Matching parentheses of a balanced text.
-- ==
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { [40, 41] }
-- output { [1, 0] }
-- input { [40, 40, 41, 41, 40, 41] }
-- output { [3, 2, 1, 0, 5, 4] }
-- input { [40, 40, 41, 41, 40, 40, 41, 41, 40, 41, 40, 40, 41, 41, 40, 40, 41, 40, 41, 41] }
-- output { [3, 2, 1, 0, 7, 6, 5, 4, 9, 8, 13, 12, 11, 10, 19, 16, 15, 18, 17, 14] }
-- input { [40, 40, 41, 40, 40, 41, 40, 40, 40, 40, 40, 41, 40, 41, 41, 41, 40, 41, 41, 40, 41, 41, 41, 40, 40, 40, 40, 40, 40, 41, 41, 40, 41, 40, 41, 41, 41, 41, 41, 41] }
-- output { [39, 2, 1, 22, 5, 4, 21, 18, 15, 14, 11, 10, 13, 12, 9, 8, 17, 16, 7, 20, 19, 6, 3, 38, 37, 36, 35, 30, 29, 28, 27, 32, 31, 34, 33, 26, 25, 24, 23, 0] }
-- input { [40, 40, 40, 40, 40, 41, 41, 41, 41, 41] }
-- output { [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] }

-- The partner of each parenthesis: at the same depth, the next one.
def partners [n] (text: [n]u8) : [n]i64 =
  let opens = map (== '(') text
  let depth =
    map2 (\d o -> if o then d else d + 1) (scan (+) 0 (map (\o -> if o then 1 else -1) opens)) opens
  let levels = if n == 0 then 0 else i64.maximum depth + 1
  let groups = irregular.group levels depth (iota n)
  let pairs: [levels][?](i64, i64) =
    map (\is -> map (\j -> (is[j], is[j ^ 1])) (iota (length is))) groups
  let (from, to) = unzip (irregular.flatten pairs)
  in scatter (replicate n (-1)) from to

entry main (text: []u8) : []i64 = partners text
