-- PageRank: how important pages are by the links between them.
-- Floats within 8 ulps: sums of parts are added up in another order.
-- ==
-- nobench input { [2i64, 1i64, 1i64] [1i64, 2i64, 2i64, 0i64] 20 }
-- output { [0.3877917729355985f64, 0.21480614125781464f64, 0.39740208580658654f64] }
-- "power law" compiled script input { data 300000i64 }
module example = import "../../examples/pagerank"

entry main [n] [m] (degrees: [n]i64) (links: [m]i64) (steps: i32) : [n]f64 =
  example.main (irregular.from_lengths degrees links) steps

entry data (n: i64) : ([n]i64, []i64, i32) =
  let degrees = map (\i -> 200 / (1 + (i * 7919) % 211)) (iota n)
  in (degrees, map (\i -> i * 1103515245 % 1000003 % n) (iota (i64.sum degrees)), 10)
