-- Nor of something with different sizes.
def f '~a (x: a) = [x]
