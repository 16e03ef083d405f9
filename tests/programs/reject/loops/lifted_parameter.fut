-- A lifted type may be a function.
def f '^a (g: a -> a) (x: a) = loop y = x for _i < 3i32 do g y
