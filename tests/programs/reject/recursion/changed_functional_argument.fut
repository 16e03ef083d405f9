-- A new function for each call.
def go (g: i64 -> i64) (n: i64) : i64 = if n == 0 then g 0 else go (\x -> g x * 2) (n - 1)
