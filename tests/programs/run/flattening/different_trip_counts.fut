-- A while loop with inner parallelism and a trip count of its own for each row.
-- Checklist: 103.
-- ==
-- input { [[1, 2], [40, 60], [0, 1]] } output { [[32, 64], [40, 60], [0, 64]] [5, 0, 6] }
def main [n] [m] (xss: [n][m]i32) =
  unzip (map (\xs -> loop (xs, k) = (xs, 0i32) while i32.sum xs < 64 do (map (* 2) xs, k + 1)) xss)
