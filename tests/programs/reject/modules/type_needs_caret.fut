type handler = {name: i32, run: i32 -> i32}
