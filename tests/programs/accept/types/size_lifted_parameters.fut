-- '~ parameters may have values of different sizes.
def apply '~a '~b (f: a -> b) (x: a) : b = f x
def x = apply (filter (> 0)) [1, -1]
def y = apply length [1, 2]
