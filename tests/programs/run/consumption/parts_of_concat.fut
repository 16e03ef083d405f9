-- Parts of an array that was put together are copies, whatever becomes of what it was made of.

-- ==
-- entry: put_together_again
-- input { [1i64, 2i64] [3i64] } output { [1i64, 2i64, 3i64, 3i64] [50i64, 2i64] }

-- What is put together twice over was read before it was written to.
entry put_together_again [n] [m] (xs: [n]i64) (ys: [m]i64) =
  let a = map (+ 0) xs
  let b = a ++ ys
  let c = a with [0] = 50
  in (b ++ ys, c)

-- ==
-- entry: cut_out_again
-- input { 2i64 [3i64] } output { [50i64, 51i64] [50i64, 1i64] }

entry cut_out_again [m] (n: i64) (ys: [m]i64) =
  let a = copy (iota n)
  let b = a ++ ys
  let c = take n b
  let d = a with [0] = 50
  in (map (+ d[0]) c, d)
