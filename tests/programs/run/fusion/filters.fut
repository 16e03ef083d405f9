-- Filters of filters, and what is written where elements were kept.
-- ==
-- entry: two
-- input { [5, -1, 20, 7, 300] } output { [50, 70] }
-- input { [-5] } output { empty([0]i32) }
entry two (xs: []i32) = map (* 10) (filter (< 10) (filter (> 0) xs))

-- The second question may only be asked of what the first one keeps.
-- ==
-- entry: guarded
-- input { [5, 0, 20, 7] 100 } output { [20, 7] }
entry guarded (xs: []i32) (k: i32) = filter (\x -> k / x < 15) (filter (!= 0) xs)

-- ==
-- entry: three
-- input { [5, 0, 21, 7, 14, 28, -7] } output { 2i64 35 }
entry three (xs: []i32) =
  let ys = filter (\x -> x % 7 == 0) (filter (> 10) (filter (< 25) xs))
  in (length ys, i32.sum ys)

-- ==
-- entry: counts
-- input { [5, 0, 21, 7, 14] } output { 4i64 [21, 14] }
entry counts (xs: []i32) =
  let ys = filter (> 0) xs
  in (length ys, filter (> 7) ys)

-- ==
-- entry: histogram
-- input { [0i64, 2i64, -1i64, 2i64, 9i64, 1i64] } output { [0i64, 1i64, 2i64] }
entry histogram (is: []i64) =
  let js = filter (> 0) is
  in hist (+) 0 3 js (map (const 1i64) js)

-- ==
-- entry: scattered
-- input { [0i64, 1i64, 2i64, 3i64] [5f32, -6f32, 7f32, -8f32] } output { [5f32, 0f32, 7f32, 0f32] }
entry scattered [n] (is: [n]i64) (xs: [n]f32) =
  let (js, ys) = unzip (filter (\(_, x) -> x > 0) (zip is xs))
  in scatter (replicate n 0f32) js ys
