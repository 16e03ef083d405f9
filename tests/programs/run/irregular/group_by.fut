-- Rows are made of a flat array by its keys, and flattened again.
-- ==
-- input { 3i64 [2i64, 0i64, 2i64, 0i64, 2i64] [1, 2, 3, 4, 5] } output { [[2, 4], [], [1, 3, 5]] [2, 4, 1, 3, 5] }
def group [n] (k: i64) (keys: [n]i64) (xs: [n]i32) : [k][?]i32 =
  map (\b -> map (\i -> xs[i]) (filter (\i -> keys[i] == b) (iota n))) (iota k)

def main [n] (k: i64) (keys: [n]i64) (xs: [n]i32) : ([k][?]i32, []i32) =
  let rows = group k keys xs
  in (rows, irregular.flatten rows)
