-- No type contains itself.
def f x = x x
