-- A comment that ends a definition.
def x = 1 + /* two
def y = 2
