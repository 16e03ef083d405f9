-- A recursive call at another size, with explicit size parameters.
def sum [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + sum xs[1:]
