-- Rows that one scatter reads, element by element, are not made: it goes over them itself.
-- ==
-- entry: crossed_out
-- input { 0i64 } output { empty([0]bool) }
-- input { 2i64 } output { [true, true] }
-- input { 10i64 } output { [true, true, true, true, false, true, false, true, false, false] }

-- ==
-- entry: scattered
-- input { empty([0]i64) } output { [9, 9, 9, 9] }
-- input { [0i64, 0i64, 0i64] } output { [9, 9, 9, 9] }
-- input { [1i64, 0i64, 2i64] } output { [0, 9, 20, 30] }
-- input { [0i64, 9i64] } output { [9, 10, 20, 30] }

-- ==
-- entry: outside
-- input { empty([0]i64) } output { [9, 9, 9, 9] }
-- input { [3i64, 1i64, 0i64, 2i64, 8i64] } output { [9, 0, 10, 20] }

-- ==
-- entry: several_values
-- input { [1i64, 0i64, 2i64] [7, 8, 9] } output { [0i64, 0i64, 0i64, 1i64] [7, 0, 9, 9] [true, false, true, true] }

-- ==
-- entry: with_other_array
-- input { [1i64, 0i64, 2i64] [5, 6, 7] } output { [5, 0, 6, 7, 0] }
-- input { [1i64, 0i64, 2i64] [5, 6] } error: Value of shape \[2\] cannot match

-- ==
-- entry: overwritten_by_reader
-- input { [2i64, 1i64, 0i64, 5i64] } output { [105i64, 102i64, 101i64, 100i64] }

-- Row i has ks[i] elements: i, i + 1 and so on.
def rows [n] (ks: [n]i64) : [n][?]i64 = map2 (\i k -> map (+ i) (iota k)) (iota n) ks

entry crossed_out (n: i64) : []bool =
  let multiples: [][?]i64 =
    map (\i -> map (\k -> (k + 2) * i) (iota ((n - 1) / i - 1))) (2..<i64.max 2 (n / 2 + n % 2))
  let all = irregular.flatten multiples
  in scatter (replicate n true) all (map (const false) all)

-- Some indices are too large, and what is written twice is the same.
entry scattered (ks: []i64) : [4]i32 =
  let at = irregular.flatten (rows ks)
  in scatter (replicate 4 9) at (map (\i -> i32.i64 i * 10) at)

-- Some are too small as well.
entry outside (ks: []i64) : [4]i32 =
  let at = irregular.flatten (rows ks)
  in scatter (replicate 4 9)
             (map (\i -> if i > 4 then i64.lowest else i - 1) (map (+ 2) at))
             (map (\i -> i32.i64 i * 10) at)

-- Three values for each index, from one map.
entry several_values [n] (ks: [n]i64) (xs: [n]i32) : ([4]i64, [4]i32, [4]bool) =
  let all =
    irregular.flatten (map3 (\i k x -> map (\j -> (i + j, (j, x, true))) (iota k)) (iota n) ks xs)
  let (at, values) = unzip all
  in unzip3 (scatter (replicate 4 (0, 0, false)) at values)

entry with_other_array [m] (ks: []i64) (xs: [m]i32) : [5]i32 =
  let [k] (at: [k]i64) = irregular.flatten (rows ks)
  in scatter (replicate 5 0) at (xs :> [k]i32)

entry overwritten_by_reader [n] (xs: *[n]i64) : [n]i64 =
  let (at, values) =
    unzip (irregular.flatten (map (\i ->
                                     map (\_ -> (n - 1 - i, 100 + xs[n - 1 - i]))
                                         (iota (1 + i % 2)))
                                  (iota n)))
  in scatter xs (map (\i -> (i + 1) % n) at) values
