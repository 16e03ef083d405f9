-- Merge sort of all rows.
-- ==
-- input { [[1, 0, 0, 2, 0, 1], [0, 2, 2], [0, 0, 0], [1], [0, 1, 1, 1, 1, 0, 1, 1, 2], [1, 1], [], [1, 1, 1, 1]] }
-- output { [[0, 0, 0, 1, 1, 2], [0, 2, 2], [0, 0, 0], [1], [0, 0, 1, 1, 1, 1, 1, 1, 2], [1, 1], [], [1, 1, 1, 1]] }
-- input { [[15, -52, 38, -74, 74, 61, -75, 16, 44, 27, -73, -81, 92, -38, 72, -5, -67, -78, 57, 74, 95, 6, 21, 21, -3, 76, -64, 57, 9, 28, -52, 19, -26, 41, -75, 54, 43, -59, -15, -4, -42, 53, 62, 90, -39, -36, 15, 77, 1, 29], [], [3], [3, 3, 1, 1, 1, 2, 2]] }
-- output { [[-81, -78, -75, -75, -74, -73, -67, -64, -59, -52, -52, -42, -39, -38, -36, -26, -15, -5, -4, -3, 1, 6, 9, 15, 15, 16, 19, 21, 21, 27, 28, 29, 38, 41, 43, 44, 53, 54, 57, 57, 61, 62, 72, 74, 74, 76, 77, 90, 92, 95], [], [3], [1, 1, 1, 2, 2, 3, 3]] }
-- input { [[]] }
-- output { [[]] }

def rank [n] (xs: [n]i32) (before: i32 -> i32 -> bool) (x: i32) : i64 =
  let (low, _) =
    loop (low, high) = (0, n) while low < high do
      let middle = (low + high) / 2
      in if before xs[middle] x then (middle + 1, high) else (low, middle)
  in low

def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let at_x = map2 (\i x -> i + rank ys (<) x) (iota n) xs
  let at_y = map2 (\j y -> j + rank xs (<=) y) (iota m) ys
  in scatter (replicate (n + m) 0) (at_x ++ at_y) (xs ++ ys)

def sort [n] (xs: [n]i32) : [n]i32 =
  if n < 2
  then xs
  else let half = n / 2
       in merge (sort (take half xs)) (sort (drop half xs)) :> [n]i32

entry main [n] (rows: [n][?]i32) : [n][?]i32 = map sort rows
