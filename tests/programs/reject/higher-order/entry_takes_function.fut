-- The outside world has no functions.
entry f (g: i32 -> i32) = g 1
