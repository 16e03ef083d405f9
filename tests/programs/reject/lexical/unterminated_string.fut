-- A string ends on its line.
def x = "abc
def y = 2
