-- There are foreign functions for CPUs and for GPUs of NVIDIA only.
#[foreign(hip, my_dot)]
def dotp [n] (xs: [n]f32) : f32 = f32.sum xs
