-- Parameters have different names.
def f 'a 'a (x: a) = x
