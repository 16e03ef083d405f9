-- The warning says which type is needed.
def f (x: i32) : bool = x == ???
def g [n] (xs: [n]i32) : [n]f32 = map ??? xs
