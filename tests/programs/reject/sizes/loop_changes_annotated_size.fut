-- The annotation says that the size stays.
def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for _i < 3i32 do ys ++ ys
