-- An accumulator goes through the function of `map`, and every write gives it anew.
entry main [n] [k] (dest: *[k]f32) (is: [n]i64) (xs: [n]f32) =
  intrinsics.hist_stream dest (+) 0
                         (\(acc: *intrinsics.acc ([k]f32)) (i, x) -> intrinsics.acc_write acc i x)
                         (zip is xs)
