-- `=` alone is not an operator.
def x = 1 = 2
