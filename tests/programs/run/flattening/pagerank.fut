-- Page rank over an irregular link graph, without damping.
-- ==
-- input { [[1i64, 2i64], [2i64], [0i64]] 2 } output { [0.5f64, 0.16666666666666666f64, 0.3333333333333333f64] }
-- input { [[1i64, 2i64], [2i64], [0i64]] 3 } output { [0.3333333333333333f64, 0.25f64, 0.41666666666666663f64] }
def main [n] (links: [n][?]i64) (steps: i32) : [n]f64 =
  loop ranks = replicate n (1 / f64.i64 n) for _i < steps do
    let shares = map2 (\r ls -> r / f64.i64 (length ls)) ranks links
    let sources: [n][?]f64 = map2 (\s ls -> map (\_ -> s) ls) shares links
    let [k] (targets: [k]i64) = irregular.flatten links
    in hist (+) 0 n targets (irregular.flatten sources :> [k]f64)
