-- | The mean of some numbers, as far as integers can say it.
entry main (xs: []i32) : i32 = i32.sum xs / i32.i64 (length xs)
