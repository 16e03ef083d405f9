-- The annotation of a let asks for an irregular array.
def f (n: i64) : i64 =
  let triangle: [n][?]i64 = map iota (iota n)
  in i64.sum (map i64.sum triangle)

def g [n] (xss: [n][?]f32) =
  let pairs: [n][?](f32, f32) = map (\row -> zip row (map f32.sqrt row)) xss
  in map length pairs
