-- The dot product of two vectors.
--
-- The lengths of xs and ys are one and the same n, and the checker holds callers to it.
def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
  reduce (+) 0 (map2 (*) xs ys)

entry main [n] (xs: [n]f32) (ys: [n]f32) = dot xs ys
