-- Determinants of matrices of different sizes, by elimination: loops whose numbers of steps and whose rows differ.
-- Expected values are from elimination with fractions, in another language.
-- Floats within 32 ulps: elimination divides, and expected values are exact.
-- ==
-- input { empty([0]i64) empty([0][?]f64) } output { empty([0]f64) }
-- input { [2i64, 0i64, 1i64, 4i64, 3i64] [[1f64, 2f64, 0f64, -1f64], [], [2f64], [-1f64, -1f64, 2f64, -1f64, 1f64,
-- -1f64, -2f64, -2f64, 3f64, 1f64, -4f64, -3f64, 0f64, -2f64, -3f64, 3f64], [3f64, 0f64, -1f64, 2f64, 2f64, 4f64,
-- 3f64, 1f64, 3f64]] }
-- output { [-1f64, 1f64, 2f64, 6f64, 10f64] }
-- input { [2i64, 1i64] [[0f64, 1f64, 1f64, 0f64], [0f64]] } output { [-1f64, 0f64] }
def determinant (n: i64) (elements: []f64) : f64 =
  let start = unflatten (elements :> [n * n]f64)
  let (result, _) =
    loop (d, a) = (1.0, start) for c < n do
      let better (x, i) (y, j) = if f64.abs x >= f64.abs y then (x, i) else (y, j)
      let (pivot, p) =
        reduce better (0, c) (map (\r -> if r < c then (0, r) else (a[r, c], r)) (iota n))
      let swapped = map (\r -> if r == c then a[p] else if r == p then a[c] else a[r]) (iota n)
      let sign = if p == c then 1 else -1
      let next =
        if pivot == 0
        then swapped
        else map (\r ->
                    if r <= c
                    then swapped[r]
                    else let factor = swapped[r, c] / pivot
                         in map2 (\x y -> x - factor * y) swapped[r] swapped[c]) (iota n)
      in (d * sign * pivot, next)
  in result

entry main [n] (sizes: [n]i64) (matrices: [n][?]f64) : [n]f64 = map2 determinant sizes matrices
