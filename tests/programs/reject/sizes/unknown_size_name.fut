-- The names in sizes have to be bound.
def f (xs: [n]i32) = xs
