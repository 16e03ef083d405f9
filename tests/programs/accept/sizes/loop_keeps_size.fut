-- A loop whose parameter keeps its size.
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for _i < 3i32 do map (+ 1) ys
def g [n] (xs: [n]i32) : [n]i32 = loop xs for _i < 3i32 do reverse xs
