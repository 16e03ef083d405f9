-- There are foreign functions for CPUs only.
#[foreign(cuda, my_dot)]
def dotp [n] (xs: [n]f32) : f32 = f32.sum xs
