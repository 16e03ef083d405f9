-- A parametric type is applied to all its arguments.
type pair 'a 'b = (a, b)
def f (p: pair i32) = p.0
