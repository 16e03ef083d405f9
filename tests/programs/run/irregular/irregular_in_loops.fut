-- Irregular arrays as loop parameters: alone, in a record, and with a condition on a row.
-- ==
-- input { [[1, 2], [], [3]] }
-- output { [[1, 2, 0, 1], [0, 1], [3, 0, 1]] [[0, 1, 1, 2], [0, 1], [0, 1, 3]] [[1, 2, 1, 2], [], [3, 3]] }

type rows [n] = {rows: [n][?]i32}

def main [n] (xss: [n][?]i32) : ([n][?]i32, [n][?]i32, [n][?]i32) =
  ( loop rows = xss for i < 2 do map (\row -> row ++ [i]) rows
  , (loop (r: rows [n]) = {rows = xss} for i < 2 do {rows = map (\row -> [1 - i] ++ row) r.rows}).rows
  , loop rows = xss while length rows[0] < 3 do map (\row -> row ++ row) rows
  )
