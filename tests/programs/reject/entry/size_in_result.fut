entry zeros [n] : [n]i32 = replicate n 0
