-- An accumulator whose elements are rows.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[6, 8], [3, 4]] }
def main [n] [m] (xss: [n][m]i32) : [2][m]i32 =
  intrinsics.hist_stream (replicate 2 (replicate m 0))
                         (map2 (+))
                         (replicate m 0)
                         (\(acc: *intrinsics.acc ([2][m]i32)) (i, xs) ->
                            intrinsics.acc_write acc (i % 2) xs)
                         (zip (iota n) xss)
