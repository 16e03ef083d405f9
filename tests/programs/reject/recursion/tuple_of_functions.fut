-- A tuple that contains a function is functional.
def go (p: (i32 -> i32, i32)) (n: i32) : i32 = if n == 0 then p.0 p.1 else go (p.0, p.1 + 1) (n - 1)
