-- Functions made by functions, then mapped.
def scale (k: f32) = map (* k)
def f [n] (xs: [n]f32) : [n]f32 = scale 2 (scale 3 xs)
