-- An accumulator in a loop that carries an irregular array.
-- ==
-- entry: rows
-- input { [5i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [1i64, 7i64, 12i64, 27i64] }
-- output { [4i64, 7i64, 11i64, 0i64, 0i64] }
-- input { [3i64, 3i64, 0i64, 20i64, 6i64, 9i64, 1i64, 2i64] }
-- output { [11i64, 10i64, 22i64, 4i64, 4i64] }

entry rows (ns: []i64) : [5]i64 =
  intrinsics.hist_stream (replicate 5 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([5]i64)) n ->
                            let start: [][?]i64 = map iota (iota (n % 5))
                            in (loop (acc, rows: [][?]i64) = (acc, start) for i < 3 do
                                  ( loop acc for row in rows do
                                      intrinsics.acc_write acc (length row % 5) (i64.sum row + 1)
                                  , map (\row -> row ++ [i]) (filter (\row -> length row != 2) rows)
                                  )).0)
                         ns
