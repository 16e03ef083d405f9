-- A knapsack by dynamic programming: each item maps the row before.
-- ==
-- input { [12i64, 2i64, 1i64, 4i64, 1i64] [4, 2, 1, 10, 2] 15i64 } output { 15 }
-- input { [5i64] [10] 4i64 } output { 0 }
def main [n] (weights: [n]i64) (values: [n]i32) (capacity: i64) : i32 =
  let row =
    loop row = replicate (capacity + 1) 0 for (w, v) in zip weights values do
      map (\c -> if c >= w then i32.max row[c] (row[c - w] + v) else row[c]) (indices row)
  in row[capacity]
