-- Nothing was opened here.
def x = 1 + 2)
