-- Larger than the largest f64.
def x = 1e400
