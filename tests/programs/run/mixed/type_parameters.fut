-- Type parameters of NESL functions that stand for tuples, records and arrays.
-- ==
-- entry: tuples
-- input { [1i64, 2i64] [true, false] } output { [2i64, 1i64] [false, true] }

-- ==
-- entry: records
-- input { [1i64, 2i64] } output { [4.0f64, 1.0f64] }

-- ==
-- entry: matrix
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] } output { [[5i64, 6i64], [3i64, 4i64], [1i64, 2i64]] }

-- ==
-- entry: rows
-- input { [[1i64, 2i64], [], [3i64]] } output { [[3i64], [], [1i64, 2i64]] [1i64, 2i64, 3i64] }

-- ==
-- entry: choices
-- input { true [1i64, 2i64] [3i64, 4i64] } output { [1i64, 2i64] 4i64 }
-- input { false [1i64, 2i64] [3i64, 4i64] } output { [3i64, 4i64] 2i64 }

-- ==
-- entry: comparisons
-- input { [[1i64, 2i64], [1i64, 2i64], [3i64, 4i64]] } output { true false false }

-- ==
-- entry: texts
-- input { 12i64 [1.5f64] } output { [40u8, 49u8, 50u8, 44u8, 32u8, 91u8, 49u8, 46u8, 53u8, 93u8, 41u8] }

-- ==
-- entry: matrix_halves
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] } output { [2i64, 1i64] 10i64 11i64 }

-- ==
-- entry: of_no_length
-- input { [1i64, 2i64] } error: cannot match shape
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: fronts
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [1i64, 2i64] [1i64, 2i64] }

-- ==
-- entry: mapped
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [[2i64, 1i64], [4i64, 3i64]] }

import "lib/generic.nesl"

entry tuples (v: []i64) (w: []bool) = unzip (backwards (pairs (v, w)))

entry records (v: []i64) : []f64 =
  map (\r -> r.y * f64.i64 r.x) (backwards (map (\x -> {x, y = f64.i64 x}) v))

entry matrix [n] [m] (rows: [n][m]i64) : [][m]i64 = backwards rows
entry rows [n] (rows: [n][?]i64) : ([][?]i64, []i64) = (backwards rows, joined rows)

entry choices [n] (c: bool) (v: [n]i64) (w: [n]i64) : ([n]i64, i64) =
  let (_, last) = chosen (c, (v, w[n - 1]), (w, v[n - 1]))
  in (chosen (c, v, w), last)

entry comparisons [n] [m] (rows: [n][m]i64) =
  (same (rows[0], rows[1]), same (rows[0], rows[2]), same ((1i64, rows[0]), (2, rows[0])))

entry texts (n: i64) (v: []f64) = text (n, v)

entry matrix_halves [n] [m] (rows: [n][m]i64) =
  let two = halves rows
  in (map length two, i64.sum (flatten two[0]), i64.sum (flatten two[1]))

entry of_no_length [n] (v: [n]i64) : [n]i64 = nothing v
entry fronts [n] [m] (rows: [n][m]i64) : ([m]i64, []i64) = (front rows, front (rows :> [n][?]i64))
entry mapped [n] [m] (rows: [n][m]i64) : [n][m]i64 = map (\row -> backwards row :> [m]i64) rows
