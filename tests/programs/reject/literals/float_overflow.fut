-- Larger than the largest f32.
def x : f32 = 1e39
