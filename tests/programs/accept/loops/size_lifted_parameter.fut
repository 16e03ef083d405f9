-- A loop parameter of size-lifted type is fine.
def f '~a (g: a -> a) (x: a) = loop y = x for _i < 3i32 do g y
