-- Nor an array of something that may be a function.
def f '^a (x: a) = [x]
