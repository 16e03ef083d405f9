-- Histograms with different numbers of bins, and counting sort in place, for every row.
-- ==
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- input { [0i64] empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [6i64, 3i64, 3i64, 0i64, 1i64] [[1i64, 2i64], [], [], [], []] }
-- output { [[0i64, 1i64, 1i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [], [0i64]] [[-1i64, 0i64,
-- 1i64, -1i64, -1i64, -1i64], [-1i64, -1i64, -1i64], [-1i64, -1i64, -1i64], [], [-1i64]] [[1i64, 2i64], [], [], [],
-- []] }
-- input { [3i64, 1i64, 6i64, 1i64, 0i64, 6i64, 6i64, 3i64] [[], [], [-1i64], [3i64, 5i64, 0i64, 4i64, -1i64], [0i64],
-- [3i64], [], [4i64, 6i64, 1i64, 1i64, 5i64, 6i64]] }
-- output { [[0i64, 0i64, 0i64], [0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [1i64], [], [0i64, 0i64, 0i64, 1i64,
-- 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 2i64, 0i64]] [[-1i64, -1i64, -1i64], [-1i64], [-1i64,
-- -1i64, -1i64, -1i64, -1i64, -1i64], [2i64], [], [-1i64, -1i64, -1i64, 0i64, -1i64, -1i64], [-1i64, -1i64, -1i64,
-- -1i64, -1i64, -1i64], [-1i64, 3i64, -1i64]] [[], [], [-1i64], [0i64, -1i64, -1i64, -1i64, -1i64], [-1i64], [3i64],
-- [], [1i64, 1i64, -1i64, -1i64, -1i64, -1i64]] }
entry main [n] (bins: [n]i64) (rows: [n][?]i64) : ([n][?]i64, [n][?]i64, [n][?]i64) =
  let counts: [n][?]i64 = map2 (\k row -> hist (+) 0 k row (map (const 1) row)) bins rows
  let largest: [n][?]i64 = map2 (\k row -> reduce_by_index (replicate k (-1)) i64.max (-1) row (indices row)) bins rows
  let sorted: [n][?]i64 =
    map2 (\k row -> let count = hist (+) 0 k row (map (const 1) row)
                    let starts = exscan (+) 0 count
                    let (result, _) =
                      loop (result, next) = (map (const (-1)) row, starts) for x in row do
                        if x < 0 || x >= k then (result, next)
                        else let place = next[x]
                             in (result with [place] = x, next with [x] = place + 1)
                    in result)
         bins rows
  in (counts, largest, sorted)
