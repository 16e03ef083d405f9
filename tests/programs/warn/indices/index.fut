-- Indices that no such array has. Others are silent.
def too_large (xs: [3]i32) = xs[5]

def just_too_large (xs: [3]i32) = xs[3]

def second (xss: [3][2]i32) = xss[2, 2]

def of_literal = [1, 2, 3i32][(3)]

def negative [n] (xs: [n]i32) = xs[-1]

def fine [n] (xs: [n]i32) (ys: [3]i32) = xs[5] + ys[0] + ys[2] + ys[n]

def never_computed (x: i32) : i32 = if x == x then x else [][0]
