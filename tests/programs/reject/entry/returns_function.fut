entry both (x: i32) : (i32, i32 -> i32) = (x, (+ x))
