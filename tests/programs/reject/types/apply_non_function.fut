-- A number cannot be applied.
def x = 1i32
def y = x 2
