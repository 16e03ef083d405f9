-- The type of x could be any number type.
def double x = x + x
