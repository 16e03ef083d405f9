-- Rows are parameters of the inner function; `n` and `m` are known everywhere below.
entry main [n] [m] (rows: [n][m]f32) (xs: [m]f32): [n]f32 =
  map (\row -> reduce (+) 0 (map2 (*) row xs)) rows
