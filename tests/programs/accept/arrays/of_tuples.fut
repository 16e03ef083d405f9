-- Arrays of tuples and back.
def f [n] (ps: [n](i32, f32)) : ([n]i32, [n]f32) = unzip ps
def g [n] (xs: [n]i32) (ys: [n]f32) (zs: [n]bool) = zip3 xs ys zs
