-- A field in a record has a value or is a name.
def r = {x = }
