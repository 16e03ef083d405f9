-- The size of the result is unknown.
def f (n: i32) : []i32 = loop xs = [1] for _i < n do xs ++ xs
def g (xs: []i32) = loop xs = xs while length xs > 1 do xs[1:]
def h (n: i32) = length (loop xs = [1] for i < n do xs ++ [i])
