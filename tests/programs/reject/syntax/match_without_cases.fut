-- A match has at least one case.
def f (b: bool) = match b
