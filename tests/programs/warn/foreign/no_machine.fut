-- The machine is missing.
#[foreign(my_dot)]
def dotp [n] (xs: [n]f32) : f32 = f32.sum xs
