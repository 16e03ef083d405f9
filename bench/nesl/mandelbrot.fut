-- Steps until points escape; as many points as the vector is long.
-- ==
-- input { [0.0, 512.0, 128.0] } output { [50i64, 1i64, 50i64] }
def escape (cx: f64) (cy: f64) : i64 =
  let (_, _, n) =
    loop (x, y, n) = (0, 0, 0) while !(n == 50 || x * x + y * y > 4) do
      (x * x - y * y + cx, 2 * x * y + cy, n + 1)
  in n

entry main [n] (v: [n]f64) : [n]i64 =
  map2 (\i a -> escape (3 * f64.i64 i / f64.i64 n - 2) (a / 256)) (iota n) v
