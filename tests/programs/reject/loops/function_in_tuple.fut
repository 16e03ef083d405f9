-- Not even as part of a tuple.
def f (n: i32) = (loop (g, k) = (\x -> x + 1i32, 0i32) for _i < n do (g, k + 1)).1
