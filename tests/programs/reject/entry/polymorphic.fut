entry pair 'a (x: a) : (a, a) = (x, x)
