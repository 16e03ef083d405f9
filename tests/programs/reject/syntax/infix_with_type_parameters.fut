-- Operators with type parameters are defined in prefix form.
def 'a (x: a) +++ (y: a) = x
