-- Every parenthesis is closed.
def f (x: i32) = (x + 1
def g = 2
