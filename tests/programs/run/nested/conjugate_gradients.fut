-- A sparse system of equations, symmetric and positive, by conjugate gradients. Expected values are from elimination,
-- in another language.
-- Floats within 16 ulps: elimination is another method.
-- ==
-- input { [[0i64, 1i64], [0i64, 1i64, 2i64, 4i64], [1i64, 2i64], [3i64], [1i64, 4i64]] [[4f64, 1f64], [1f64, 5f64,
-- 2f64, -1f64], [2f64, 6f64], [3f64], [-1f64, 4f64]] [1f64, 2f64, 3f64, 4f64, 5f64] }
-- output { [0.11956521739130441f64, 0.5217391304347827f64, 0.3260869565217391f64, 1.3333333333333335f64, 1.3804347826086958f64] }
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

entry main [n] (columns: [n][?]i64) (values: [n][?]f64) (b: [n]f64) : [n]f64 =
  let matrix = irregular.zip columns values
  let times x = map (\row -> f64.sum (map (\(c, v) -> v * x[c]) row)) matrix
  let (x, _, _, _) =
    loop (x, r, p, rr) = (replicate n 0, b, b, dot b b) while rr > 1e-18 do
      let q = times p
      let alpha = rr / dot p q
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r q
      let new = dot r r
      in (x, r, map2 (\r p -> r + new / rr * p) r p, new)
  in x
