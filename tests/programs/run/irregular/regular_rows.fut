-- Rows that turn out to have one length, and some that do not: what the shape analysis concludes must not be seen.
-- ==
-- entry: branches
-- input { [[11i64, 2i64], [3i64, 4i64]] } output { [[11i64, 2i64], [4i64, 5i64]] [13i64, 9i64] }
-- input { empty([0][2]i64) } output { empty([0][2]i64) empty([0]i64) }

-- ==
-- entry: doubled
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] 10i64 } output { 24i64 [24f32, 60f32] }
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] 2i64 } output { 6i64 [6f32, 15f32] }
-- input { empty([0][3]f32) 10i64 } output { 0i64 empty([0]f32) }

-- ==
-- entry: endless_if_there_is_a_row
-- input { empty([0][0]f32) } output { empty([0]i64) }

-- ==
-- entry: add_to_all
-- input { [1i64, 2i64, 1i64] [5i64, 6i64] } error: cannot match
-- input { [2i64, 2i64] [5i64, 6i64] } output { [[5i64, 7i64], [5i64, 7i64]] 4i64 }

-- ==
-- entry: different
-- input { [[1i64, -2i64], [3i64, 4i64]] } output { [1i64, 2i64] }

def as_matrix [n] (xss: [n][?]i64) : [][]i64 =
  let m = if n == 0 then 2 else length xss[0]
  in map (\i -> map (\j -> xss[i, j]) (iota m)) (iota n)

entry branches [n] (xss: [n][2]i64) : ([][]i64, [n]i64) =
  let yss: [n][?]i64 = map (\xs -> if xs[0] > 10 then xs else map (+ 1) xs) xss
  in (as_matrix yss, map (\ys -> i64.sum ys) yss)

entry doubled [n][m] (xss: [n][m]f32) (limit: i64) : (i64, [n]f32) =
  let yss: [n][?]f32 = map (\xs -> loop ys = xs while length ys < limit do ys ++ ys) xss
  in (i64.sum (irregular.lengths yss), map (\ys -> f32.sum ys) yss)

entry endless_if_there_is_a_row [n][m] (xss: [n][m]f32) : [n]i64 =
  let yss: [n][?]f32 = map (\xs -> loop ys = xs while length ys < 1 do ys ++ ys) xss
  in irregular.lengths yss

def add [n] (xs: [n]i64) (ys: []i64) : [n]i64 = map2 (+) xs (ys :> [n]i64)

entry add_to_all [n][m] (ks: [n]i64) (ys: [m]i64) : ([][]i64, i64) =
  let xss: [n][?]i64 = map iota ks
  let zss: [n][?]i64 = map (\xs -> add xs ys) xss
  in (as_matrix zss, length (irregular.flatten xss))

entry different [n][m] (xss: [n][m]i64) : [n]i64 =
  let yss: [n][?]i64 = map (filter (> 0)) xss
  in irregular.lengths yss
