-- Which function? Nobody knows before the program runs.
def f (b: bool) : i32 -> i32 = if b then (+ 1) else (+ 2)
