-- The nearest of many points for each query, by a k-d tree.
-- ==
-- nobench input { [1f64, 5f64] [1f64, 5f64] [0f64, 4f64] [0f64, 7f64] } output { [2f64, 5f64] }
-- "100000 points" compiled script input { data 100000i64 }
module example = import "../../examples/kd_tree"

entry main [n] [m] (xs: [n]f64) (ys: [n]f64) (query_xs: [m]f64) (query_ys: [m]f64) : [m]f64 =
  example.main xs ys query_xs query_ys

entry data (n: i64) : ([n]f64, [n]f64, [n]f64, [n]f64) =
  let numbers (factor: i64) = map (\i -> f64.i64 (i * factor % 1000003) / 1000003) (iota n)
  in (numbers 7919, numbers 104729, numbers 1299709, numbers 15485863)
