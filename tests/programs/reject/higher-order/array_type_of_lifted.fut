-- As a type.
def f '^a (xs: []a) = xs
