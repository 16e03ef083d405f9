-- Functions that take an accumulator and are called: they are not inlined, or recursive.
-- ==
-- entry: helper
-- input { 10i64 [7i64, 1i64, 0i64, 12i64, 27i64] }
-- output { [4i64, 6i64, 10i64, 5i64, 3i64, 0i64, 0i64, 1i64, 2i64, 2i64] }
#[noinline]
def add_some [k] (acc: *intrinsics.acc ([k]i64)) (at: i64) (b: i64) : *intrinsics.acc ([k]i64) =
  loop acc for j < b do intrinsics.acc_write acc (at + j) b

entry helper (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.hist_stream (replicate k 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([k]i64)) n ->
                            let acc = add_some acc n 1
                            let acc = add_some acc (n + 1) 2
                            in add_some acc (n * 2) 3)
                         ns

-- ==
-- entry: recursive
-- input { 10i64 [7i64, 1i64, 0i64, 12i64, 27i64] }
-- output { [4i64, 9i64, 3i64, 19i64, 3i64, 7i64, 26i64, 2i64, 5i64, 6i64] }
def middle [k] (acc: *intrinsics.acc ([k]i64)) (low: i64) (high: i64) : *intrinsics.acc ([k]i64) =
  if high <= low
  then acc
  else let mid = (low + high) / 2
       let acc = intrinsics.acc_write acc mid (high - low)
       let acc = middle acc low mid
       in middle acc (mid + 1) high

entry recursive (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.hist_stream (replicate k 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([k]i64)) n -> middle acc 0 n)
                         ns
