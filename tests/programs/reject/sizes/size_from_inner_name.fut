-- A part of a parameter cannot be named in the type of another.
def f (x: i64, y: i64) (xs: [x]bool) = (y, xs)
