-- A general scheme of divide and conquer, given its parts as functions, sorts and sums rows.
-- ==
-- entry: sums
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64]] }
-- output { [15i64] }
-- input { [[-1i64, 12i64, 11i64, 18i64], [18i64, 1i64, 9i64], [-9i64, 4i64, 4i64, -7i64, -6i64], [1i64, 6i64, 9i64,
-- 5i64], [-3i64, -3i64, 1i64, 11i64, 20i64, 12i64, 1i64, 1i64, 4i64, -7i64, 11i64, 7i64, 16i64], [3i64, -7i64, -3i64,
-- 9i64, -2i64, -8i64, -3i64, -6i64, -7i64, -3i64, -1i64, 13i64, 15i64, 0i64, 0i64]] }
-- output { [40i64, 28i64, -14i64, 21i64, 71i64, 0i64] }
-- entry: extremes
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] [0i64] }
-- input { [[-4i64, 10i64, -6i64, 19i64, -9i64, -1i64, 13i64, -2i64], [9i64, -2i64, -8i64, -9i64, 16i64, 11i64, 10i64],
-- [-1i64, -5i64, 13i64, 11i64, 1i64, 10i64, 14i64, 5i64, 20i64], [20i64, 11i64, -1i64, 8i64], [-4i64, -4i64, 3i64,
-- 20i64, 13i64, 18i64, -6i64, 13i64, -5i64, 15i64, 9i64, 4i64, 2i64], [-6i64, 20i64, 10i64, -8i64, 7i64, -3i64, 4i64]]
-- }
-- output { [-9i64, -9i64, -5i64, -1i64, -6i64, -8i64] [19i64, 16i64, 20i64, 20i64, 20i64, 20i64] }

def divide_and_conquer [n] 'a 'b
    (small: (k: i64) -> [k]a -> bool) (solve: (k: i64) -> [k]a -> b) (join: b -> b -> b) (xs: [n]a) : b =
  if small n xs then solve n xs
  else let h = n / 2
       in join (divide_and_conquer small solve join xs[:h]) (divide_and_conquer small solve join xs[h:])

entry sums [n] (rows: [n][?]i64) : [n]i64 =
  map (\row -> divide_and_conquer (\k _ -> k <= 2) (\_ xs -> i64.sum xs) (+) row) rows

entry extremes [n] (rows: [n][?]i64) : ([n]i64, [n]i64) =
  unzip (map (\row -> divide_and_conquer (\k _ -> k <= 1)
                                         (\k xs -> if k == 0 then (0, 0) else (xs[0], xs[0]))
                                         (\(a, b) (c, d) -> (i64.min a c, i64.max b d))
                                         row)
             rows)
