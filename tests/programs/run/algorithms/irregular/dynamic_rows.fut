-- Longest increasing subsequences and knapsacks, tables as long as each row asks for.
-- ==
-- entry: increasing
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] }
-- input { [[3i64, 1i64, 2i64, 5i64, 4i64], [1i64, 1i64, 1i64]] }
-- output { [3i64, 1i64] }
-- input { [[17i64, 14i64, -2i64, 9i64, 17i64, 13i64, 11i64, 14i64, 7i64, 18i64, 10i64, 13i64, -2i64, 1i64, -6i64,
-- 19i64, 19i64, 19i64, 8i64, 18i64], [], [-9i64, 19i64, 18i64, 7i64, 17i64, -8i64], [20i64, -4i64, 18i64, 16i64, 17i64,
-- 18i64, 12i64, 4i64, 1i64, -8i64], [-5i64, -1i64, 0i64, 6i64, 12i64, 10i64, 16i64], [-6i64, 1i64, -7i64, -2i64, 11i64,
-- 9i64, 5i64, 10i64, 7i64]] }
-- output { [6i64, 0i64, 3i64, 4i64, 6i64, 4i64] }
-- entry: knapsack
-- input { empty([0][?]i64) empty([0][?]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [[2i64]] [[3i64]] [1i64] }
-- output { [0i64] }
-- input { [[1i64, 3i64, 4i64], [], [2i64, 2i64]] [[15i64, 20i64, 30i64], [], [7i64, 9i64]] [4i64, 5i64, 3i64] }
-- output { [35i64, 0i64, 9i64] }
-- input { [[5i64, 1i64, 4i64], [9i64, 2i64, 4i64, 2i64, 8i64, 7i64], [9i64, 7i64, 4i64, 3i64, 2i64, 9i64, 3i64], [8i64,
-- 9i64, 9i64, 9i64, 9i64, 1i64], [4i64, 2i64, 7i64, 6i64, 2i64, 2i64, 6i64], [4i64, 1i64]] [[2i64, 8i64, 5i64], [1i64,
-- 4i64, 22i64, 5i64, 9i64, 16i64], [14i64, 18i64, 19i64, 9i64, 6i64, 25i64, 28i64], [25i64, 15i64, 25i64, 6i64, 30i64,
-- 5i64], [29i64, 29i64, 2i64, 7i64, 4i64, 30i64, 17i64], [12i64, 15i64]] [15i64, 10i64, 23i64, 1i64, 10i64, 10i64] }
-- output { [15i64, 31i64, 90i64, 5i64, 92i64, 27i64] }

entry increasing [n] (rows: [n][?]i64) : [n]i64 =
  map (\row ->
         let k = length row
         let best =
           loop best = replicate k 0 for i < k do
             let before = map2 (\b x -> if x < row[i] then b else 0) (take i best) (take i row)
             in best with [i] = 1 + i64.max 0 (i64.maximum before)
         in i64.max 0 (i64.maximum best))
      rows

entry knapsack [n] (weights: [n][?]i64) (values: [n][?]i64) (capacities: [n]i64) : [n]i64 =
  map2 (\items c ->
          let best =
            loop best = replicate (c + 1) 0 for (w, v) in items do
              tabulate (c + 1) (\i -> if i >= w then i64.max best[i] (best[i - w] + v) else best[i])
          in last best)
       (irregular.zip weights values) capacities
