-- Indices in rows lead into arrays that are shared by all rows: flat ones, rows of the same array, rows of another.
-- Checklist: 49.
-- ==
-- entry: from_table
-- input { empty([0]i32) empty([0][?]i64) } output { empty([0][?]i32) }
-- input { empty([0]i32) [[], []] } output { [[], []] }
-- input { [5, 6, 7] [[2i64, 0i64], [], [1i64, 1i64, 1i64], [2i64]] } output { [[7, 5], [], [6, 6, 6], [7]] }
-- input { [5, 6, 7] [[2i64, 0i64], [3i64]] } error: out of bounds

-- ==
-- entry: of_lengths
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- input { [[], []] } output { [0i64, 0i64] }
-- input { [[1i64, 2i64, 3i64], [], [0i64], [3i64, 0i64]] } output { [3i64, 0i64, 3i64, 5i64] }

-- ==
-- entry: rows_of_rows
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- input { [[], []] } output { [[], []] }
-- input { [[1i64, 2i64, 3i64], [], [0i64], [3i64, 0i64]] }
-- output { [[0i64, 3i64, 0i64], [], [1i64, 2i64, 3i64], [3i64, 0i64, 1i64, 2i64, 3i64]] }

-- ==
-- entry: chains
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- input { [[], []] } output { [0i64, 1i64] }
-- input { [[1i64, 2i64, 3i64], [], [0i64], [3i64, 0i64]] } output { [1i64, 1i64, 1i64, 3i64] }
entry from_table [n] [m] (table: [m]i32) (iss: [n][?]i64) : [n][?]i32 =
  map (\is -> map (\i -> table[i]) is) iss

entry of_lengths [n] (graph: [n][?]i64) : [n]i64 =
  map (\is -> i64.sum (map (\i -> length graph[i]) is)) graph

-- All that is two steps away.
entry rows_of_rows [n] (graph: [n][?]i64) : [n][?]i64 =
  map (\is -> irregular.flatten (map (\i -> graph[i]) is : [][?]i64)) graph

-- The first neighbour of the first neighbour and so on.
entry chains [n] (graph: [n][?]i64) : [n]i64 =
  map (\i ->
         (loop (j, steps) = (i, 0) while steps < 5 && length graph[j] > 0 do
            (graph[j, 0], steps + 1)).0) (iota n)
