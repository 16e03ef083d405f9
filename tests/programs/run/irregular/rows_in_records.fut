-- Rows that are parts of records: an element has rows of its own lengths, by index, in loops and in maps.
-- ==
-- entry: by_index
-- input { [[1, 2, 3], [], [5, 0]] 0i64 } output { 6i64 2i64 5 }
-- input { [[1, 2, 3], [], [5, 0]] 1i64 } output { 0i64 0i64 0 }
-- input { [[1, 2, 3], [], [5, 0]] 2i64 } output { 4i64 1i64 5 }
entry by_index [n] (rows: [n][?]i32) (i: i64) : (i64, i64, i32) =
  let pairs: [n]([?]i32, [?]i32) = map (\row -> (row ++ row, filter (> 1) row)) rows
  let (twice, large) = pairs[i]
  in (length twice, length large, i32.sum large)

-- ==
-- entry: by_loop
-- input { [[1, 2, 3], [], [5, 0]] } output { 510 }
-- input { empty([0][0]i32) } output { 0 }
entry by_loop [n] (rows: [n][?]i32) : i32 =
  let pairs: [n](i64, [?]i32) = map (\row -> (length row, filter (> 1) row)) rows
  in loop sum = 0 for (count, large) in pairs do sum + i32.i64 count * 100 + i32.sum large

-- ==
-- entry: last_pair
-- input { [[1], [2, 3]] } output { 12i64 }
entry last_pair [n] (rows: [n][?]i32) : i64 =
  let (i, row) = (zip (iota n) rows)[n - 1]
  in i * 10 + length row
