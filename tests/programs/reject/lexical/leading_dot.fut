-- A fraction has a digit before its point.
def x = .5
