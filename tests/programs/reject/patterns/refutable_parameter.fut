-- Parameters must match every value.
def f (true: bool) = 1
