-- The union of all rows by a reduction, and of all prefixes by a scan.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { empty([0]i64) empty([2][?: 0, 0]i64) }
-- input { [[1i64, 3i64], [], [2i64, 3i64]] }
-- output { [1i64, 2i64, 3i64] [[1i64, 3i64], [1i64, 3i64], [1i64, 2i64, 3i64]] }
-- input { [[-5i64, -2i64, 2i64, 9i64], [-4i64, 3i64, 6i64, 7i64, 9i64], [-5i64, 0i64, 4i64, 6i64], [-1i64], [4i64,
-- 8i64], [], [], [], [6i64]] }
-- output { [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 8i64, 9i64] [[-5i64, -2i64, 2i64, 9i64],
-- [-5i64, -4i64, -2i64, 2i64, 3i64, 6i64, 7i64, 9i64], [-5i64, -4i64, -2i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 9i64],
-- [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 9i64], [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64,
-- 3i64, 4i64, 6i64, 7i64, 8i64, 9i64], [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 8i64, 9i64],
-- [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 8i64, 9i64], [-5i64, -4i64, -2i64, -1i64, 0i64,
-- 2i64, 3i64, 4i64, 6i64, 7i64, 8i64, 9i64], [-5i64, -4i64, -2i64, -1i64, 0i64, 2i64, 3i64, 4i64, 6i64, 7i64, 8i64,
-- 9i64]] }

def union (xs: []i64) (ys: []i64) : []i64 =
  let low = i64.min (i64.minimum xs) (i64.minimum ys)
  let high = i64.max (i64.maximum xs) (i64.maximum ys)
  in if high < low then []
     else let all = xs ++ ys
          let marks = spread (high - low + 1) false (map (\x -> x - low) all) (map (const true) all)
          in map (+ low) (filter (\i -> marks[i]) (indices marks))

entry main [n] (rows: [n][?]i64) : ([]i64, [n][?]i64) = (reduce union [] rows, scan union [] rows)
