-- A '^a may be a function, so it cannot stand for a 't.
def id 't (x: t) : t = x
def f '^a (x: a) : a = id x
