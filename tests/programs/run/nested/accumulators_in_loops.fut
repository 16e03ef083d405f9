-- Accumulators in while loops, and in loops that make any number of updates.
-- ==
-- entry: collatz
-- input { [5i64] }
-- output { [2i64, 0i64, 1i64, 0i64, 1i64, 1i64, 0i64, 0i64] }
-- input { [0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [17i64, 11i64, 24i64, 12i64, 22i64, 10i64, 25i64, 15i64] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [11i64, 2i64, 13i64, 4i64, 9i64, 6i64, 3i64, 1i64] }

-- ==
-- entry: digits
-- input { [5i64] }
-- output { [6i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [51i64, 39i64, 37i64, 0i64, 0i64] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [40i64, 27i64, 9i64, 0i64, 0i64] }

-- ==
-- entry: growing
-- input { [5i64] }
-- output { [[0i64, 2i64, 2i64, 3i64]] }
-- input { [0i64] }
-- output { [[4i64, 2i64, 1i64, 0i64]] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [[2i64, 3i64, 1i64, 1i64], [3i64, 2i64, 0i64, 2i64], [1i64, 1i64, 3i64, 2i64], [1i64, 2i64, 3i64, 1i64]] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [[2i64, 2i64, 2i64, 1i64], [2i64, 2i64, 2i64, 1i64], [4i64, 2i64, 1i64, 0i64], [1i64, 2i64, 3i64, 1i64], [2i64, 1i64, 1i64, 3i64], [1i64, 3i64, 2i64, 1i64], [2i64, 3i64, 1i64, 1i64], [2i64, 2i64, 2i64, 1i64]] }

-- One update in each iteration of a while loop.
entry collatz (ns: []i64) : [8]i64 =
  intrinsics.hist_stream (replicate 8 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([8]i64)) n ->
                            (loop (acc, n) = (acc, n) while n > 1 do
                               ( intrinsics.acc_write acc (n % 8) 1
                               , if n % 2 == 0 then n / 2 else 3 * n + 1
                               )).0)
                         ns

-- Any number of them.
entry digits (ns: []i64) : [5]i64 =
  intrinsics.hist_stream (replicate 5 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([5]i64)) n ->
                            (loop (acc, k) = (acc, n) while k > 0 do
                               ( loop acc for j < k % 4 do intrinsics.acc_write acc j k
                               , k / 3
                               )).0)
                         ns

-- At each point of a nest.
entry growing [k] (ns: [k]i64) : [k][4]i64 =
  map (\n ->
         intrinsics.hist_stream (replicate 4 0)
                                (+)
                                0
                                (\(acc: *intrinsics.acc ([4]i64)) (n: i64) ->
                                   (loop (acc, xs) = (acc, [n]) for _i < 3 do
                                      ( loop acc for x in xs do
                                          intrinsics.acc_write acc (x % 4) 1
                                      , flatten (map (\x -> [x + 1, x / 2]) xs)
                                      )).0)
                                [n])
      ns
