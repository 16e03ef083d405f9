-- Two type parameters are two types.
def f 'a 'b (x: a) (y: b) : a = y
