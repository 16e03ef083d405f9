-- The size of the result is computed from that of a row.
def longer [n] (rows: [n][?]i64) = map (\row -> row ++ [1]) rows
