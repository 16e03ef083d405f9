-- A loop that writes to the accumulator a different number of times for each element.
-- ==
-- input { [3i64, 1i64, 0i64, 9i64] } output { [3i64, 2i64, 2i64, 1i64, 1i64] }
def main (ns: []i64) : [5]i64 =
  intrinsics.hist_stream (replicate 5 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([5]i64)) n ->
                            loop acc for i < n do intrinsics.acc_write acc i 1)
                         ns
