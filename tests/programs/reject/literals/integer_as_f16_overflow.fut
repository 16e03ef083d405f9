-- Larger than the largest f16.
def x : f16 = 70000
