-- Branches on a comparison of the index: ranges are cut where the condition changes, or behind and before the one
-- iteration in which it holds. Cuts lie outside of the range, in its first or last iteration, and before each other.
-- ==
-- entry: shifted
-- input { [1i32, 5i32, 2i32, 9i32, 4i32, 7i32, 3i32, 8i32, 6i32, 0i32, 11i32, 13i32] 3i64 } output { [1i32, 5i32, 2i32, 9i32, 12i32, 9i32, 16i32, 11i32, 14i32, 10i32, 15i32, 13i32] }
-- input { [1i32, 5i32, 2i32] 0i64 } output { [8i32, 12i32, 9i32] }
-- input { [4i32, 5i32, 6i32] 3i64 } output { [4i32, 5i32, 6i32] }
-- input { [4i32, 5i32, 6i32] 100i64 } output { [4i32, 5i32, 6i32] }
-- input { [4i32] 1i64 } output { [4i32] }
-- input { empty([0]i32) 2i64 } output { empty([0]i32) }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, 19i32, 20i32, 21i32, 22i32, 23i32, 24i32, 25i32, 26i32, 27i32, 28i32, 29i32, 30i32, 31i32, 32i32, 33i32, 34i32, 35i32, 36i32, 37i32, 38i32, 39i32] 17i64 } output { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, 19i32, 20i32, 21i32, 22i32, 23i32, 24i32, 25i32, 26i32, 27i32, 28i32, 29i32, 30i32, 31i32, 32i32, 33i32, 34i32, 35i32, 36i32, 37i32, 38i32, 39i32] }
-- input { [1, 2, 3] -1i64 } error: out of bounds
-- input { [1, 2, 3] -9223372036854775808i64 } error: out of bounds
-- input { [1, 2, 3] 9223372036854775807i64 } output { [1, 2, 3] }
entry shifted [n] (row: [n]i32) (w: i64) : [n]i32 =
  tabulate n (\j -> if j >= w then i32.max row[j] (row[j - w] + 7) else row[j])

-- ==
-- entry: between
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] 2i64 7i64 } output { [-1i32, 0i32, 0i32, 2i32, 4i32, 6i32, 8i32, 6i32, 7i32, 8i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] 7i64 2i64 } output { [-1i32, 0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] 0i64 10i64 } output { [0i32, 2i32, 4i32, 6i32, 8i32, 10i32, 12i32, 14i32, 16i32, 18i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] 5i64 100i64 } output { [-1i32, 0i32, 1i32, 2i32, 3i32, 0i32, 2i32, 4i32, 6i32, 8i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 3i64 3i64 } output { [-1i32, 0i32, 1i32, 2i32, 3i32] }
-- input { empty([0]i32) 0i64 0i64 } output { empty([0]i32) }
entry between [n] (xs: [n]i32) (lo: i64) (hi: i64) : [n]i32 =
  tabulate n (\i -> if i >= lo && i < hi then 2 * xs[i - lo] else xs[i] - 1)

-- ==
-- entry: border
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] } output { [1i32, 4i32, 6i32, 8i32, 10i32, 12i32, 14i32, 16i32, 27i32] }
-- input { [1i32, 2i32] } output { [1i32, 6i32] }
-- input { [5i32] } output { [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1i32, 2i32, 3i32] } output { [1i32, 4i32, 9i32] }
entry border [n] (xs: [n]i32) : [n]i32 =
  tabulate n (\i -> if i == 0 then xs[0] else if i == n - 1 then 3 * xs[n - 1] else xs[i - 1] + xs[i + 1])

-- ==
-- entry: hole
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 2i64 } output { [-1i32, 6i32, 6i32, 6i32, 6i32] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 6i64 } output { [6i32, 6i32, 6i32, 6i32, -5i32] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 4i64 } output { [6i32, 6i32, -3i32, 6i32, 6i32] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 0i64 } output { [6i32, 6i32, 6i32, 6i32, 6i32] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 7i64 } output { [6i32, 6i32, 6i32, 6i32, 6i32] }
-- input { [3i32] 2i64 } output { [-3i32] }
entry hole [n] (xs: [n]i32) (p: i64) : [n]i32 =
  tabulate n (\i -> if i + 2 != p then xs[i] + xs[n - 1 - i] else -xs[i])

-- Rows of a grid, of which the condition is true for whole rows, too.
-- ==
-- entry: grid
-- input { 4i64 6i64 } output { [[0i64, 3i64, 6i64, 9i64, 12i64, 15i64], [7i64, -71i64, -134i64, -215i64, -314i64, 22i64], [14i64, -246i64, -351i64, -474i64, -615i64, 29i64], [21i64, 24i64, 27i64, 30i64, 33i64, 36i64]] }
-- input { 3i64 3i64 } output { [[0i64, 3i64, 6i64], [7i64, -71i64, 13i64], [14i64, 17i64, 20i64]] }
-- input { 1i64 4i64 } output { [[0i64, 3i64, 6i64, 9i64]] }
-- input { 2i64 2i64 } output { [[0i64, 3i64], [7i64, 10i64]] }
entry grid (n: i64) (m: i64) : [n][m]i64 =
  let g = tabulate_2d n m (\i j -> 7 * i + 3 * j)
  in tabulate_2d n m (\i j ->
       if i == 0 || j == 0 || i == n - 1 || j == m - 1
       then g[i, j]
       else g[i - 1, j] + g[i + 1, j] - g[i, j - 1] * g[i, j + 1])

-- Loops in threads, over ranges and over rows with their numbers.
-- ==
-- entry: shrinking
-- input { [[1i32, 2i32, 3i32, 4i32], [5i32, 6i32, 7i32, 8i32]] 2i64 } output { [[21i32, 30i32, 11i32, 4i32], [57i32, 66i32, 23i32, 8i32]] }
-- input { [[1i32, 2i32, 3i32, 4i32], [5i32, 6i32, 7i32, 8i32]] 9i64 } output { [[81i32, 30i32, 11i32, 4i32], [189i32, 66i32, 23i32, 8i32]] }
-- input { [[0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, 19i32]] 3i64 } output { [[54i32, 81i32, 108i32, 135i32, 162i32, 189i32, 216i32, 243i32, 270i32, 297i32, 324i32, 351i32, 378i32, 405i32, 432i32, 459i32, 486i32, 165i32, 56i32, 19i32]] }
-- input { empty([2][0]i32) 1i64 } output { empty([2][0]i32) }
entry shrinking [m][n] (rows: [m][n]i32) (t: i64) : [m][n]i32 =
  map (\row -> loop row for q < t do
                 map2 (\k x -> if k < n - 1 - q then x + 2 * row[k + 1] else x) (iota n) row)
      rows

-- What is in order stays in order: parts that are in front of others are not done after them.
-- ==
-- entry: ordered
-- input { [3, 1, 4, 1, 5, 9, 2, 6] 2i64 } output { [3, 4, 5, 9, 6] [1, 1, 2] [0i64, 1i64, 2i64, 5i64, 6i64] [3i64, 4i64, 7i64] }
-- input { [3, 1] 0i64 } output { [3] [1] empty([0]i64) [0i64, 1i64] }
-- input { empty([0]i32) 0i64 } output { empty([0]i32) empty([0]i32) empty([0]i64) empty([0]i64) }
entry ordered [n] (xs: [n]i32) (p: i64) : ([]i32, []i32, []i64, []i64) =
  let (a, b) = partition (> 2) (map (\i -> if i == p then xs[i] else if i < n then xs[i] else 0) (iota n))
  let (c, d) = partition (\i -> if i != p then xs[i64.max 0 (i - 1)] > xs[(i + 1) % n] || i == 1 && p > 0 else xs[i] > 3) (iota n)
  in (a, b, c, d)
