-- The array comes last.
def a = map [1, 2, 3] (+ 1)
