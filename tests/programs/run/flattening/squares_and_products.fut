-- Apply-to-each over one and two sequences, and nested: squares, products, outer product.
-- Checklist: 45.
-- ==
-- input { [1f64, 2f64] [3f64, 4f64] } output { [1f64, 4f64] [3f64, 8f64] [[3f64, 4f64], [6f64, 8f64]] }
def sqr [n] (xs: [n]f64) : [n]f64 = map (\x -> x * x) xs
def prod [n] (xs: [n]f64) (ys: [n]f64) : [n]f64 = map2 (*) xs ys
def outer [n] [m] (xs: [n]f64) (ys: [m]f64) : [n][m]f64 = map (\x -> map (\y -> x * y) ys) xs
def main [n] (xs: [n]f64) (ys: [n]f64) = (sqr xs, prod xs ys, outer xs ys)
