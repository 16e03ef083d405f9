-- The loop changes the size, so it is unknown in the end.
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for _i < 3i32 do ys ++ ys
