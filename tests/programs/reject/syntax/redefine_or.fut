-- Nor is ||.
def (x: bool) || (y: bool) = x
