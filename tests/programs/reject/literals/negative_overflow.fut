-- And begins at -128.
def x : i8 = -129
