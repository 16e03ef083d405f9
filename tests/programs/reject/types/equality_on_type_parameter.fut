-- Nothing is known of a type parameter.
def f 'a (x: a) (y: a) : bool = x == y
