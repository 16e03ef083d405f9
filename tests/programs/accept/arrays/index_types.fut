-- Indices of all integer types.
def f (xs: []f32) = xs[0u8] + xs[0i16] + xs[0u32] + xs[0i64]
