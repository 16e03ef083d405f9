entry apply (x: i32) (f: i32 -> i32) : i32 = f x
