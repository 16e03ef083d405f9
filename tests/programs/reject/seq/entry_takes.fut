entry main (xs: seq i32) : i32 = seq.reduce (+) 0 xs
