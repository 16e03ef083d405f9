-- Breadth-first search in a graph of edges: levels by repeated scatters until nothing changes.
-- ==
-- input { 5i64 [0i64, 0i64, 1i64, 2i64] [1i64, 2i64, 3i64, 3i64] } output { [0, 1, 1, 2, -1] }
-- input { 1i64 empty([0]i64) empty([0]i64) } output { [0] }
def main [m] (n: i64) (from: [m]i64) (to: [m]i64) : [n]i32 =
  let start = tabulate n (\i -> if i == 0 then 0 else -1)
  let (levels, _, _) =
    loop (levels, depth, changed) = (start, 0, true) while changed do
      let targets = map2 (\a b -> if levels[a] == depth && levels[b] == -1 then b else -1) from to
      in (scatter (copy levels) targets (replicate m (depth + 1)), depth + 1, any (>= 0) targets)
  in levels
