-- Size and type parameters of abbreviations.
type pair 'a 'b = (a, b)
type triple 'a = (a, a, a)
type matrix [n] [m] 't = [n][m]t
type square [n] 't = matrix [n] [n] t
def swap 'a 'b ((x, y): pair a b) : pair b a = (y, x)
def transpose2 't (m: square [2] t) : square [2] t = [[m[0, 0], m[1, 0]], [m[0, 1], m[1, 1]]]
def f [n] (m: matrix [n] [] i32) = length m
def third (t: triple i32) = t.2
