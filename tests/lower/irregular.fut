-- A row of an irregular array comes with its length.
entry main [n] (rows: [n][?]f32): ([n]f32, [n][?]f32) =
  ( map (\row -> reduce (+) 0 row) rows
  , map (\row -> filter (> 0) row) rows
  )
