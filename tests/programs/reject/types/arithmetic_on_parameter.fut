-- Nothing is known of a type parameter.
def f 'a (x: a) : a = x + x
