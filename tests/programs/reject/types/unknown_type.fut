-- So do types.
def f (x: integer) = x
