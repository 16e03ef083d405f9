-- A suffix says which type.
def x : f32 = 1.5f64
