-- A size where a type is expected.
type pair 'a = (a, a)
def f (p: pair [3]) = p
