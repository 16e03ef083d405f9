-- Updates of one accumulator are combined; places outside are ignored.
-- ==
-- input { [0i64, 1i64, 1i64, 2i64, -1i64] } output { [101i64, 106i64, 107i64] }
-- input { empty([0]i64) } output { [100i64, 100i64, 100i64] }
def main (is: []i64) : [3]i64 =
  intrinsics.hist_stream (replicate 3 100)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([3]i64)) i ->
                            let acc = intrinsics.acc_write acc i (2 * i + 1)
                            in intrinsics.acc_write acc 2 (if i == 1 then 1 else 0))
                         is
