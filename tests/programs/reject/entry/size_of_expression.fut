entry tail [n] (xs: [n + 1]i32) : [n]i32 = drop 1 xs :> [n]i32
