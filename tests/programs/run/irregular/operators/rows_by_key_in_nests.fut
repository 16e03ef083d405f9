-- Histograms of rows whose lengths change, at each point of a nest.
-- ==
-- entry: hist_in_groups
-- input { empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[-1i64], [-1i64], [-1i64]] }
-- input { [2i64] [2i64, 6i64] [4i64] }
-- output { [[2i64, 6i64, -1i64], [-1i64], [-1i64, 2i64, 6i64]] }
-- input { [0i64, 0i64] empty([0]i64) [5i64, 3i64] }
-- output { [[-1i64], [-1i64], [-1i64]] }
-- input { [0i64, 2i64, 0i64, 0i64, 3i64] [0i64, 3i64, 6i64, 1i64, 7i64] [-1i64, 3i64, 2i64, -1i64, 5i64] }
-- output { [[-1i64], [0i64, 3i64, -1i64, 6i64, 1i64, 7i64], [-1i64]] }
-- input { [4i64, 4i64, 0i64, 4i64, 4i64, 1i64, 4i64, 0i64, 4i64] [1i64, 3i64, 5i64, 6i64, 0i64, 6i64, 8i64, 1i64, 2i64, 4i64, 3i64, 1i64, 1i64, 4i64, 7i64, 5i64, 1i64, 3i64, 5i64, 0i64, 4i64, 0i64, 3i64, 7i64, 5i64] [3i64, 2i64, 5i64, 1i64, 2i64, 3i64, 2i64, 1i64, 1i64] }
-- output { [[-1i64, 0i64, 6i64, 8i64, 1i64, 1i64, 4i64, 7i64, 5i64, 3i64, 5i64, 0i64, 4i64], [1i64, 3i64, 5i64, 6i64, 1i64, -1i64, 2i64, 4i64, 3i64, 1i64, 0i64, 3i64, 7i64, 5i64], [0i64, 6i64, 8i64, 1i64, 1i64, 4i64, 7i64, 5i64, 3i64, 5i64, 0i64, 4i64, -1i64]] }
-- input { [1i64, 1i64, 4i64, 3i64, 4i64, 1i64, 3i64, 4i64, 4i64, 2i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64] [2i64, 1i64, 4i64, 7i64, 2i64, 5i64, 4i64, 1i64, 0i64, 6i64, 2i64, 8i64, 7i64, 7i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 7i64, 8i64, 0i64, 6i64, 7i64, 1i64, 7i64, 4i64, 5i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 6i64, 2i64, 3i64] [2i64, 2i64, 5i64, 2i64, -1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 0i64, 5i64, 2i64, 5i64, 3i64, 1i64] }
-- output { [[7i64, -1i64, 2i64, 1i64, 4i64, 1i64, 0i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 5i64, 0i64, 3i64], [6i64, 2i64, 8i64, 7i64, 7i64, 8i64, 0i64, 6i64, 0i64, 3i64, 6i64, -1i64, 4i64, 7i64, 2i64, 5i64, 7i64, 1i64, 7i64, 4i64, 2i64, 1i64, 2i64, 3i64], [2i64, 1i64, 4i64, 1i64, 0i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 5i64, 0i64, 3i64, -1i64, 7i64]] }

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

-- A histogram of rows in each of the nest's points.
entry hist_in_groups [n] (lengths: [n]i64) (xs: []i64) (keys: [n]i64) : [3][?]i64 =
  let rs = rows lengths xs
  in map (\m ->
            let bins: [3][?]i64 = hist (++) [] 3 (map (\k -> (k + m) % 4) keys) rs
            in bins[0] ++ [-1] ++ bins[2])
         [0, 1, 2]
