-- Logic on booleans.
def f (a: bool) (b: bool) = (a && b, a || b, !a, a == b, a != b, a < b, a <= b)
