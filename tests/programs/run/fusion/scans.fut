-- Maps of what a scan gives; scans whose values come from expensive, small and nested functions.
-- ==
-- entry: exclusive
-- input { [3, -1, 4, 1, -5] } output { [0, 3, 2, 6, 7] [3, 2, 6, 7, 2] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
entry exclusive (xs: []i32) =
  let ss = scan (+) 0 xs
  in (map2 (-) ss xs, ss)

-- ==
-- entry: normalised
-- input { [1f64, 2f64, 3f64] 2f64 } output { [0.5f64, 1.5f64, 3f64] [true, true, false] }
entry normalised (xs: []f64) (by: f64) =
  let ss = scan (+) 0 xs
  let ns = map (/ by) ss
  in (ns, map2 (\n x -> n < x) ns xs)

-- ==
-- entry: rows
-- input { [[1, 2, 3], [4, 5, 6]] [10, 100] } output { [[10, 30, 60], [400, 900, 1500]] }
-- input { empty([0][4]i32) empty([0]i32) } output { empty([0][4]i32) }
entry rows [n] [m] (xss: [n][m]i32) (ks: [n]i32) = map2 (\xs k -> map (* k) (scan (+) 0 xs)) xss ks

-- ==
-- entry: long
-- input { 100000i64 } output { 5000050000i64 0i64 }
entry long (n: i64) =
  let ss = scan (+) 0 (map (+ 1) (iota n))
  let ts = map2 (\s i -> (s * 2 - i - 1, s % 7)) ss (iota n)
  in (ts[n - 1].0 - ss[n - 1] + n, ts[n / 2].1)

-- An operator that is no vector operation, on pairs.
-- ==
-- entry: pairs
-- input { [1, 5, 2, 7, 3] } output { [0i64, 1i64, 1i64, 3i64, 3i64] [1, 5, 7, 7, 10] }
entry pairs [n] (xs: [n]i32) =
  let best (a: i32, i: i64) (b: i32, j: i64) = if b > a then (b, j) else (a, i)
  let ms = scan best (i32.lowest, -1) (zip xs (iota n))
  in unzip (map2 (\(m, i) x -> (i, m + (if m == x then 0 else x))) ms xs)

-- ==
-- entry: fails
-- input { [1, 2, -3, 4] } error: division by zero
-- input { [1, 2, 3, 4] } output { [12, 4, 2, 1] }
entry fails (xs: []i32) = map (12 /) (scan (+) 0 xs)

-- ==
-- entry: irregular
-- input { [3i64, 0i64, 2i64] } output { [[0i64, 2i64, 6i64], [], [0i64, 2i64]] }
entry irregular (ns: []i64) : [][?]i64 = map (\n -> map (* 2) (scan (+) 0 (iota n))) ns
