type~ shape = #circle f64 | #polygon ([]f64)
def shape (n: i64) : shape = if n == 1 then #circle 3 else #polygon (replicate n 2)
def shapes [n] (rows: [n]i64) = map shape rows
