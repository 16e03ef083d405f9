-- From the result back to literals.
def f : []u8 = map (+ 1) (replicate 3 1)
def g : i64 = reduce (+) 0 [1, 2, 3]
def h : f32 = (\x -> x * 2) 3
