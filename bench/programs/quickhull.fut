-- The convex hull of points in the plane.
-- ==
-- nobench input { [0i64, 4i64, 4i64, 0i64, 2i64] [0i64, 0i64, 4i64, 4i64, 2i64] }
-- output { [0i64, 0i64, 4i64, 4i64] [0i64, 4i64, 4i64, 0i64] }
-- "in a square" compiled script input { data 1000000i64 }
module example = import "../../examples/quickhull"

entry main [n] (xs: [n]i64) (ys: [n]i64) : ([]i64, []i64) = example.main xs ys

entry data (n: i64) : ([n]i64, [n]i64) =
  (map (\i -> i * 7919 % 1000003) (iota n), map (\i -> i * 104729 % 998244353 % 1000003) (iota n))
