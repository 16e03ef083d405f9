type^ consumer = []i32 -> i32
