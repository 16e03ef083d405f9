-- Accumulators in maps: each row has a histogram of its own size; updates in branches, inner maps and loops.
-- Checklist: 24.
-- ==
-- entry: counts
-- input { [2i64, 0i64, 3i64] [4i64, 0i64, 5i64] }
-- output { [[2i64, 2i64], [], [2i64, 2i64, 1i64]] }

-- ==
-- entry: branches
-- input { [3i64, -2i64, 4i64, 7i64, 0i64] } output { [12i64, 0i64, 2i64, 3i64, 104i64] }

-- ==
-- entry: triangles
-- input { [3i64, 0i64, 2i64] } output { [5i64, 3i64, 1i64, 0i64] }

-- ==
-- entry: squares
-- input { [3i64, 1i64] 2i64 } output { [4i64, 3i64, 0i64, 1i64] }

-- ==
-- entry: writes
-- input { [1i64, 3i64, 0i64] } output { [2i64, 1i64, 1i64, 5i64, 2i64] }

-- ==
-- entry: walks
-- input { [1i64, 0i64, 3i64] [2i64, 5i64, 3i64] } output { [[0i64, 1i64, 1i64], [5i64, 0i64], [0i64, 0i64, 0i64, 1i64, 0i64]] }

-- Row i has ks[i] bins, and ns[i] numbers, which are counted modulo the bins.
entry counts [n] (ks: [n]i64) (ns: [n]i64) : [n][?]i64 =
  map2 (\k n ->
          intrinsics.hist_stream (replicate k 0)
                                 (+)
                                 0
                                 (\(acc: *intrinsics.acc ([k]i64)) i ->
                                    intrinsics.acc_write acc (i % i64.max 1 k) 1)
                                 (iota n))
       ks
       ns

entry branches (xs: []i64) : [5]i64 =
  intrinsics.hist_stream (replicate 5 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([5]i64)) x ->
                            if x < 0
                            then intrinsics.acc_write acc 2 (-x)
                            else if x > 5
                            then intrinsics.acc_write (intrinsics.acc_write acc 0 (x + 5)) 9 1
                            else if x == 0
                            then acc
                            else intrinsics.acc_write (if x == 4
                                                       then intrinsics.acc_write acc 4 100
                                                       else acc)
                                                      x
                                                      x)
                         xs

-- A loop for each element, in a branch.
entry triangles (ns: []i64) : [4]i64 =
  intrinsics.hist_stream (replicate 4 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([4]i64)) n ->
                            if n == 0
                            then acc
                            else loop acc for i < n do
                                   loop acc for j < n - i do intrinsics.acc_write acc j 1)
                         ns

-- The rows of updates are all of one length.
entry squares (ns: []i64) (m: i64) : [4]i64 =
  intrinsics.hist_stream (replicate 4 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([4]i64)) n ->
                            loop acc for i < m do
                              let acc = intrinsics.acc_write acc (i * n) 1
                              in intrinsics.acc_write acc i 1)
                         ns

entry writes (is: []i64) : [5]i64 =
  intrinsics.scatter_stream (map (\i -> i + 1) (iota 5))
                            (\(acc: *intrinsics.acc ([5]i64)) i ->
                               if i == 3
                               then intrinsics.acc_write acc 4 2
                               else if i == 0
                               then intrinsics.acc_write acc 0 2
                               else
                                 loop acc for j < 3 do
                                   intrinsics.acc_write acc
                                                        (j + 1)
                                                        (j * j + i - (if j == 1 then 1 else 0)))
                            is

-- Loops that carry a number besides: it is doubled in each of the steps.
entry walks [n] (starts: [n]i64) (steps: [n]i64) : [n][?]i64 =
  map2 (\start m ->
          let k = start + i64.min m 2
          in intrinsics.hist_stream (replicate k 0)
                                    (+)
                                    0
                                    (\(acc: *intrinsics.acc ([k]i64)) (x: i64) ->
                                       (loop (acc, y) = (acc, x) for i < m do
                                          (if y > 3 then acc else intrinsics.acc_write acc y 1,
                                           y * 2)).0)
                                    [start])
       starts
       steps
