def f (x: i64) : f64 = x
