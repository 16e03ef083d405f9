-- All values of a type parameter have the same size.
def pair 't (x: t) (y: t) = (x, y)
def a = pair [1] [2, 3]
