-- Indices of all signed integer types.
def f (xs: []f32) = xs[0i8] + xs[0i16] + xs[0i32] + xs[0i64]
