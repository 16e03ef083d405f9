-- Accumulators in loops that carry arrays whose sizes change.
-- ==
-- entry: shrinking
-- input { [5i64] }
-- output { [6i64, 3i64, 1i64, 1i64, 1i64, 0i64] }
-- input { [0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [37i64, 26i64, 26i64, 16i64, 16i64, 16i64] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [42i64, 28i64, 19i64, 14i64, 10i64, 7i64] }

-- ==
-- entry: shrinking_while
-- input { [5i64] }
-- output { [5i64, 8i64, 10i64, 5i64, 10i64, 0i64] }
-- input { [0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [173i64, 351i64, 367i64, 139i64, 285i64, 299i64] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [112i64, 219i64, 175i64, 75i64, 153i64, 160i64] }

-- An array whose size changes is carried.
entry shrinking (ns: []i64) : [6]i64 =
  intrinsics.hist_stream (replicate 6 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([6]i64)) n ->
                            (loop (acc, xs) = (acc, iota n) for i < 4 do
                               ( loop acc for x in xs do intrinsics.acc_write acc (x % 6) (i + 1)
                               , map (/ 2) (filter (\x -> x % 2 == 1) xs)
                               )).0)
                         ns

entry shrinking_while (ns: []i64) : [6]i64 =
  intrinsics.hist_stream (replicate 6 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([6]i64)) n ->
                            (loop (acc, xs) = (acc, iota n) while length xs > 1 do
                               ( loop acc for x in xs do
                                   intrinsics.acc_write acc (x % 6) (length xs)
                               , map (.1) (filter (\(q, _) -> q % 3 != 0) (zip (indices xs) xs))
                               )).0)
                         ns
