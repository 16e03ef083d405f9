-- A match of which each branch writes to an accumulator in its own way.
-- ==
-- entry: main
-- input { 4i64 [0i64, 1i64, 2i64, 3i64, 2i64] [9i64, 3i64, 6i64, 8i64, 0i64] }
-- output { [5i64, 7i64, 2i64, 6i64] }
type shape = #point i64 | #pair i64 i64 | #rows i64 | #nothing

entry main (k: i64) (ts: []i64) (vs: []i64) : [k]i64 =
  let shape t v : shape =
    if t == 0
    then #point v
    else if t == 1
    then #pair v (v + 1)
    else if t == 2
    then #rows v
    else #nothing
  in intrinsics.hist_stream (replicate k 0)
                            (+)
                            0
                            (\(acc: *intrinsics.acc ([k]i64)) (t, v) ->
                               match shape t v
                               case #point i -> intrinsics.acc_write acc (i % k) 1
                               case #pair i j ->
                                 let acc = intrinsics.acc_write acc (i % k) i
                                 in intrinsics.acc_write acc (j % k) 1
                               case #rows n ->
                                 loop acc for j < n do intrinsics.acc_write acc (j % k) j
                               case #nothing -> acc)
                            (zip ts vs)
