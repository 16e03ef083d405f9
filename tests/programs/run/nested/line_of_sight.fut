-- Which points along each ray can be seen: those whose slope is above all slopes before. Rays are of different lengths.
-- Expected values are from a loop along each ray, in another language.
-- ==
-- input { 1.5f64 empty([0][?]f64) } output { empty([0][?]bool) empty([0]i64) }
-- input { 1.5f64 [[], [2f64]] } output { [[], [true]] [0i64, 1i64] }
-- input { 2f64 [[1f64, 2f64, 6f64, 3f64, 12f64, 1f64], [], [5f64, 5f64, 5f64, 30f64]] }
-- output { [[true, true, true, false, true, false], [], [true, false, false, true]] [4i64, 0i64, 2i64] }
entry main [n] (eye: f64) (heights: [n][?]f64) : ([n][?]bool, [n]i64) =
  let visible: [n][?]bool =
    map (\hs ->
           let slopes = map2 (\h i -> (h - eye) / f64.i64 (i + 1)) hs (indices hs)
           let before = exscan f64.max (-f64.inf) slopes
           in map2 (>) slopes before) heights
  in (visible, map (\vs -> length (filter id vs)) visible)
