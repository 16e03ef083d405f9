-- A definition gives one name.
def (x, y) = (1, 2)
