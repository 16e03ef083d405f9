-- A slice is a view; with a stride of -1 its elements come from the end.
entry main [n] (xs: [n]i32) (a: i64) (b: i64) = (xs[a:b], xs[::-1], xs[b:a:-2])
