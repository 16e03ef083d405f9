-- A type parameter has to be bound.
def f (x: t) : t = x
