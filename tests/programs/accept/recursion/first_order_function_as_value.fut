-- A recursive function without functional parameters may be used in any way.
def f (n: i32) : i32 = if n <= 0 then 0 else i32.sum (map f [n - 1]) + (n |> (\k -> k - 1) |> f)
