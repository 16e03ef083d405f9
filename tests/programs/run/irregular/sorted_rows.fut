-- Sorting keeps the number of integers; of floats it may lose a NaN, and that must be seen.
-- ==
-- entry: sort_rows
-- input { [[3i32, 1i32, 2i32], [5i32, 5i32, 4i32]] } output { [[1i32, 2i32, 3i32], [4i32, 5i32, 5i32]] }
-- input { [[2i32]] } output { [[2i32]] }

-- ==
-- entry: sort_floats
-- input { [3f32, f32.nan, 1f32] } output { 2i64 }

def sort [n] (xs: [n]i32) : ?[k].[k]i32 =
  if n < 2
  then xs
  else let p = xs[n / 2]
       let small = filter (< p) xs
       let equal = filter (== p) xs
       let large = filter (> p) xs
       in sort small ++ equal ++ sort large

entry sort_rows [n][m] (xss: [n][m]i32) : [n][m]i32 =
  let yss: [n][?]i32 = map (\xs -> sort xs) xss
  in map (\i -> yss[i] :> [m]i32) (iota n)

def sort_floats_of [n] (xs: [n]f32) : ?[k].[k]f32 =
  if n < 2
  then xs
  else let p = xs[0]
       let small = filter (< p) xs
       let equal = filter (== p) xs
       let large = filter (> p) xs
       in sort_floats_of small ++ equal ++ sort_floats_of large

entry sort_floats [n] (xs: [n]f32) : i64 = length (sort_floats_of xs)
