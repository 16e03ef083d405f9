-- The length of a row is looked up before something in the row is.
entry main [n] (rows: [n][?]i32) (i: i64) (j: i64) = rows[i, j]
