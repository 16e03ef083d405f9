-- The connected components of a graph without directions.
-- ==
-- nobench input { [1i64, 1i64, 0i64, 1i64, 0i64] [1i64, 2i64, 4i64] } output { [0i64, 0i64, 0i64, 3i64, 3i64] }
-- "random edges" compiled script input { data 1000000i64 }
module example = import "../../examples/connected_components"

entry main [n] [m] (degrees: [n]i64) (neighbours: [m]i64) : [n]i64 =
  example.main (irregular.from_lengths degrees neighbours)

entry data (n: i64) : ([n]i64, []i64) =
  let degrees = map (% 3) (iota n)
  in (degrees, map (\i -> i * 1103515245 % 1000003 % n) (iota (i64.sum degrees)))
