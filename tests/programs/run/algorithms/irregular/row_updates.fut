-- Rows of an irregular array are updated in a loop, in place and by rows of other lengths.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [[], [1i64, 2i64]] [0i64, 1i64, 0i64] [5i64, 6i64, 7i64] }
-- output { [[-7i64], [-6i64, 8i64]] }
-- input { [[12i64, -8i64], [], [-2i64], [7i64, 13i64, -9i64, -4i64], []] [4i64, 1i64, 2i64, 1i64, 3i64, 2i64, 0i64,
-- 3i64, 0i64, 1i64, 1i64, 1i64] [18i64, -2i64, -6i64, 0i64, -5i64, 8i64, 3i64, 19i64, -5i64, 11i64, -7i64, 5i64] }
-- output { [[5i64, -10i64], [-5i64], [-8i64], [-19i64, 27i64, 5i64, 10i64], [18i64]] }

entry main [n] [m] (rows: *[n][?]i64) (places: [m]i64) (values: [m]i64) : [n][?]i64 =
  loop (rows: *[n][?]i64) = rows for (i, v) in zip places values do
    let old = copy rows[i]
    in if null old then rows with [i] = [v]
       else let rows = rows with [i] = map (+ v) old
            in rows with [i, 0] = -v
