-- And cannot take them.
entry f (x: i32) : (i32 -> i32, i32) = ((+ x), x)
