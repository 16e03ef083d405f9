-- Order matters.
def a = b
def b = 1
