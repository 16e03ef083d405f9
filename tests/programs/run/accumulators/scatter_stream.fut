-- Every element writes to two places of an accumulator.
-- ==
-- input { [0i64, 1i64] } output { [1, 2, 10, 20] }
-- input { [1i64, 5i64] } output { [0, 2, 0, 20] }
def main (is: []i64) : [4]i32 =
  intrinsics.scatter_stream (replicate 4 0)
                            (\(acc: *intrinsics.acc ([4]i32)) i ->
                               let acc = intrinsics.acc_write acc i (1 + i32.i64 i)
                               in intrinsics.acc_write acc
                                                       (if i < 2 then i + 2 else i)
                                                       (10 * (1 + i32.i64 i)))
                            is
