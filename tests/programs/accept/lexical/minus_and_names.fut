-- A minus is an operator, not part of a number.
def a = 3-1
def b = 3 -1
def c = 3 - 1
def d = 3- 1
def e (x: i32) = x-1
