-- Minus before literals and expressions.
def a : i8 = -1
def b : f32 = -1.5
def c : i64 = -(1 + 2)
def d = - 3
