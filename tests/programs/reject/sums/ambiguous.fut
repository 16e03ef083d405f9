-- Nothing says which other constructors there are.
def f (x: i32) = if x == 0 then #zero else #other x
