-- Sizes may be numbers.
def f (xs: [3]i32) : i32 = xs[0] + xs[1] + xs[2]
def a = f [1, 2, 3]
def b : [2][2]i32 = [[1, 2], [3, 4]]
def c : [0]bool = []
