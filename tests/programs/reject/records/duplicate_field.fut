-- A field is defined once.
def r = {x = 1, x = 2}
