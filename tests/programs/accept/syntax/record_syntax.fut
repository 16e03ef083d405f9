-- Fields by name, by variable, nested.
def x = 1
def y = 2
def a = {x, y}
def b = {x = 1, y}
def c = {p = {x, y}, q = [x]}
def d = c.p.x + c.q[0]
def e = {}
def f = (a).x
