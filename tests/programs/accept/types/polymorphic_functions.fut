-- Type parameters, declared and inferred.
def id1 't (x: t) : t = x
def id2 x = x
def const2 'a (x: a) y = x
def pair 'a (x: a) y = (x, y)
def u = (id1 1, id1 true, id2 2, id2 [1.5], const2 1 true, pair true [1])
