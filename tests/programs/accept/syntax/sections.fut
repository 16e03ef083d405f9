-- Operators as functions, with zero or one operand.
def a = map (+ 1) [1, 2]
def b = map (1 +) [1, 2]
def c = map2 (+) [1, 2] [3, 4]
def d = map (2 **) [1, 2]
def e = map (.0) [(1, 2)]
def f = map (.x.y) [{x = {y = 1}}]
def g = map (.[1]) [[1, 2], [3, 4]]
def h = map (.[0].x) [[{x = 1}]]
