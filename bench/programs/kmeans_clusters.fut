-- K-means clustering with the clusters themselves, which are as large as they happen to be: their centres, sizes and radii.
-- ==
-- nobench input { 3 2i64 [0f64, 1f64, 10f64, 11f64] [0f64, 0f64, 10f64, 10f64] }
-- output { [0.5f64, 10.5f64] [0f64, 10f64] [2i64, 2i64] [0.5f64, 0.5f64] }
-- "100 clusters" compiled script input { data 100000i64 }
module example = import "../../examples/kmeans_clusters"

entry main [n] (steps: i32) (k: i64) (xs: [n]f64) (ys: [n]f64) : ([k]f64, [k]f64, [k]i64, [k]f64) =
  let (centre_xs, centre_ys, members, radii) = example.main steps k xs ys
  in (centre_xs, centre_ys, irregular.lengths members, radii)

entry data (n: i64) : (i32, i64, [n]f64, [n]f64) =
  let numbers (factor: i64) = map (\i -> f64.i64 (i * factor % 1000003) / 1000003) (iota n)
  in (5, 100, numbers 7919, numbers 104729)
