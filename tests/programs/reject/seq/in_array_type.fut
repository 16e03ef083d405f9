def first (xss: []seq i32) : i32 = 0
