-- Tuples are records with numbered fields.
def a = {0 = 1, 1 = true}
def b : (i32, bool) = a
def c = b.0
def d ({0 = x, 1 = y}: (i32, bool)) = if y then x else 0
def e = ((1, 2), 3).0.1
