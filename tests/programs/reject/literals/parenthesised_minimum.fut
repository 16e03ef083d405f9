-- The minus is not part of the literal here.
def x : i8 = -(128)
