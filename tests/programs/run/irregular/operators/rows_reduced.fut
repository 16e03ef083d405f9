-- Reductions of rows: what is combined may have another length in every step.
-- ==
-- entry: joined
-- input { [[1i64, 2i64], [], [3i64]] } output { [1i64, 2i64, 3i64] }
-- input { [[], []] } output { empty([0]i64) }
-- input { empty([0][?]i64) } output { empty([0]i64) }

-- ==
-- entry: longest
-- input { [[1i64], [4i64, 5i64], [], [6i64, 7i64]] } output { [4i64, 5i64] }
-- input { empty([0][?]i64) } output { empty([0]i64) }

-- ==
-- entry: joined_of_rows
-- input { [[[1i64, 2i64], [], [3i64]], [], [[4i64]]] } output { [[1i64, 2i64, 3i64], [], [4i64]] }
entry joined [n] (rows: [n][?]i64) : []i64 = reduce (\a b -> a ++ b) [] rows

-- Of rows of the same length the first one.
entry longest [n] (rows: [n][?]i64) : []i64 = reduce (\a b -> if length b > length a then b else a) [] rows

entry joined_of_rows [n] (rows: [n][?][?]i64) : [n][?]i64 = map (\r -> reduce (\a b -> a ++ b) [] r) rows
