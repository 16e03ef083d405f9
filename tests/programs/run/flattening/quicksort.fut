-- Recursive quicksort of one array and of all rows of a matrix.
-- Checklist: 106.
-- ==
-- entry: one
-- input { [3f32, -1f32, 2f32, 3f32] } output { [-1f32, 2f32, 3f32, 3f32] }

-- ==
-- entry: rows
-- input { [[3f32, 1f32, 2f32], [0f32, -1f32, -2f32]] } output { [[1f32, 2f32, 3f32], [-2f32, -1f32, 0f32]] }
def qsort [n] (xs: [n]f32) : [n]f32 =
  if n < 2
  then xs
  else let p = xs[n / 2]
       in (qsort (filter (< p) xs) ++ filter (== p) xs ++ qsort (filter (> p) xs)) :> [n]f32

entry one (xs: []f32) : []f32 = qsort xs
entry rows [n] [m] (xss: [n][m]f32) : [n][m]f32 = map qsort xss
