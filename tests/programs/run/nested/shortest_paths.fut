-- Shortest paths: every vertex offers, the best offer counts.
-- ==
-- input { [[7, 7, 1, 7, 0], [7, 6, 0, 5, 1], [], [], [2], [6, 1], [6, 4], [8, 6], [3, 1]] [[19, 3, 9, 3, 10], [10, 12, 15, 6, 16], [], [], [8], [16, 6], [18, 5], [9, 12], [5, 6]] 0 }
-- output { [0, 9, 28, 17, 20, 15, 15, 3, 12] }
-- input { [[7, 7, 1, 7, 0], [7, 6, 0, 5, 1], [], [], [2], [6, 1], [6, 4], [8, 6], [3, 1]] [[19, 3, 9, 3, 10], [10, 12, 15, 6, 16], [], [], [8], [16, 6], [18, 5], [9, 12], [5, 6]] 3 }
-- output { [1000000000, 1000000000, 1000000000, 0, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000] }

def infinity : i64 = 1000000000

entry main [n] (targets: [n][?]i64) (weights: [n][?]i64) (source: i64) : [n]i64 =
  let edges = irregular.zip targets weights
  let (distance, _) =
    loop (distance, changed) = (tabulate n (\v -> if v == source then 0 else infinity), true)
    while changed do
      let offers: [n][?](i64, i64) =
        map2 (\d row -> if d == infinity then [] else map (\(v, w) -> (v, d + w)) row)
             distance
             edges
      let (to, at) = unzip (irregular.flatten offers)
      let new = reduce_by_index (copy distance) i64.min infinity to at
      in (new, new != distance)
  in distance
