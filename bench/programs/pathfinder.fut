-- The cheapest ways down a grid, row by row: each step goes straight down or to one of the two cells beside that.
-- Checklist: 127.
-- ==
-- nobench input { [[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8]] } output { [11, 6, 8, 11] }
-- compiled script input { costs 100i64 100000i64 }
entry main [n] [m] (costs: [n][m]i32) : [m]i32 =
  loop best = costs[0] for i in 1..<n do
    tabulate m (\j ->
                  let left = best[i64.max 0 (j - 1)]
                  let right = best[i64.min (m - 1) (j + 1)]
                  in costs[i, j] + i32.min best[j] (i32.min left right))

-- Data for timing.
entry costs (n: i64) (m: i64) : [n][m]i32 =
  tabulate_2d n m (\i j -> i32.u32 ((u32.i64 (i * m + j) * 2654435761) >> 16) % 10)
