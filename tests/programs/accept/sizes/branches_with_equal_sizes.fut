-- The size is known if the branches agree.
def f [n] (b: bool) (xs: [n]i32) : [n]i32 = if b then xs else reverse xs
def g [n] (b: bool) (xs: [n]i32) : [n]i32 = if b then map (+ 1) xs else replicate n 0
