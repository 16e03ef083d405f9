-- Booleans cannot be added.
def f (x: bool) = x + true
