-- And a parameter.
def f = (\-> 1)
