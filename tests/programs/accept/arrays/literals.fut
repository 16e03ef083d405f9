-- Arrays between brackets.
def a = [1, 2, 3]
def b = [[1, 2], [3, 4]]
def c = [(1, true), (2, false)]
def d = [{x = 1}, {x = 2}]
def e : [2][0]i32 = [[], []]
