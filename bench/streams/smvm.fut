-- A sparse matrix times a vector. Rows are the elements of the sequence, and have as many entries as they need.
-- Floats within 8 ulps: entries of a row are added up in another order.
-- Checklist: 87.
-- ==
-- entry: main
-- input { [10f64, 20f64, 30f64] [[0, 2], [], [1]] [[1f64, 2f64], [], [3f64]] } output { [70f64, 0f64, 60f64] }

-- ==
-- entry: in_memory
-- input { [10f64, 20f64, 30f64] [[0, 2], [], [1]] [[1f64, 2f64], [], [3f64]] } output { [70f64, 0f64, 60f64] }

def product [n] (x: [n]f64) (row: [](i32, f64)) : f64 =
  f64.sum (map (\(column, value) -> value * x[i64.i32 column]) row)

entry main [n] (x: [n]f64) (rows: seq ([?](i32, f64))) : seq f64 = seq.map (product x) rows

entry in_memory [n] [m] (x: [n]f64) (rows: [m][?](i32, f64)) : seq f64 =
  seq.of_array (map (product x) rows)

-- The same matrix in another format.
entry convert (rows: seq ([?](i32, f64))) : seq ([?](i32, f64)) = seq.map id rows
