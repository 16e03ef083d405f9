-- Results without rows keep the sizes of their inner dimensions.
-- ==
-- input { 0i64 3i64 } output { empty([0][3]i32) empty([0][3][2]f32) empty([3][0]i32) }
-- input { 1i64 2i64 } output { [[5, 5]] [[[1f32, 1f32], [1f32, 1f32]]] [[5], [5]] }
def main (n: i64) (m: i64) =
  (replicate n (replicate m 5i32),
   replicate n (replicate m [1f32, 1]),
   transpose (replicate n (replicate m 5i32)))
