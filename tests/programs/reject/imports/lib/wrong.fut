def number : i32 = true
