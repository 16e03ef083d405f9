-- A constant cannot let its user choose a size and compute another.
def f [n] : [n][]i32 = replicate n (filter (> 0) [1, 2])
