-- And every brace.
def r = {x = 1
def s = 2
