-- Negation binds tighter than infix operators, looser than application.
def f (x: i32) = x + 1
def a = -f 1
def b = - 1 + 2
def c (x: i32) = -x * 2
def d (x: bool) = !x || x
def e (x: i32) = !x
def g = - -1
