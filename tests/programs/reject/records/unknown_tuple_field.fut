-- A pair has fields 0 and 1.
def f (p: (i32, i32)) = p.2
