-- Components of many graphs: labels spread until they stop to change, in each graph for itself.
-- ==
-- entry: main
-- input { empty([0][?][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0]i64) [1i64] }
-- input { [[[]], [[1i64], [0i64]]] }
-- output { [[0i64], [0i64, 0i64]] [1i64, 2i64] }
-- input { [[[1i64], [0i64], [4i64], [], [2i64]], [], [[5i64, 7i64], [3i64, 5i64], [], [1i64, 4i64], [3i64], [0i64,
-- 1i64], [7i64, 8i64], [0i64, 6i64], [6i64]], [[]], [[1i64, 8i64, 9i64], [0i64, 8i64, 9i64], [3i64, 4i64, 9i64, 11i64],
-- [2i64, 9i64], [2i64, 6i64, 11i64], [6i64, 7i64, 10i64], [4i64, 5i64], [5i64, 8i64], [0i64, 1i64, 7i64, 10i64, 11i64],
-- [0i64, 1i64, 2i64, 3i64], [5i64, 8i64], [2i64, 4i64, 8i64]]] }
-- output { [[0i64, 0i64, 2i64, 3i64, 2i64], [], [0i64, 0i64, 2i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64], [0i64,
-- 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]] [2i64, 1i64, 5i64, 1i64, 5i64] }

def spread_labels [n] (graph: [n][?]i64) : ([n]i64, i64) =
  let (labels, _, rounds) =
    loop (labels, going_on, rounds) = (iota n, true, 0) while going_on do
      let next = map2 (\l row -> i64.min l (i64.minimum (map (\w -> labels[w]) row))) labels graph
      in (next, any (\(a, b) -> a != b) (zip labels next), rounds + 1)
  in (labels, rounds)

entry main [g] (graphs: [g][?][?]i64) : ([g][?]i64, [g]i64) =
  let results: [g]([?]i64, i64) = map (\graph -> spread_labels graph) graphs
  in unzip results
