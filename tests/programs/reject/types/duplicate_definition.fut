-- A file defines a name once.
def x = 1
def y = 2
def x = 3
