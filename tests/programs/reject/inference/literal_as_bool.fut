-- A number is never a boolean.
def f : bool = 1
