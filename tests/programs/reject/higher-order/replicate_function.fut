-- replicate makes arrays.
def f = replicate 3 (\x -> x + 1i32)
