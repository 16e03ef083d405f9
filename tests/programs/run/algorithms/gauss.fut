-- Gaussian elimination with pivoting; a singular matrix stops at an assertion.
-- ==
-- input { [[0f64, 2f64], [4f64, 1f64]] [2f64, 9f64] } output { [2f64, 1f64] }
-- input { [[1f64, 2f64], [2f64, 4f64]] [1f64, 2f64] } error: pivot != 0
def main [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let rows = map2 (\row x -> row ++ [x]) a b
  let solved =
    loop rows for k < n do
      let best =
        reduce (\i j -> if f64.abs rows[i, k] >= f64.abs rows[j, k] then i else j) k (k..<n)
      let swapped = map (\i -> rows[if i == k then best else if i == best then k else i]) (iota n)
      let pivot = swapped[k, k]
      let row = map (/ assert (pivot != 0) pivot) swapped[k]
      in map2 (\i r -> if i == k then row else map2 (\x y -> x - r[k] * y) r row) (iota n) swapped
  in map (\r -> r[n]) solved
