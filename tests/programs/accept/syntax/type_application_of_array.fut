-- An array argument of a type needs parentheses.
type pair 't = (t, t)
def f [n] (p: pair ([n]i32)) = p.0
type vec [n] 't = [n]t
def g [n] (v: vec [n] i32) (w: vec [n] ([2]i32)) = (v, w)
