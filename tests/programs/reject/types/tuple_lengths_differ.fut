-- A pair is no triple.
def f : (i32, i32) = (1, 2, 3)
