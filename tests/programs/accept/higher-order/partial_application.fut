-- A function applied to some of its arguments is a function.
def f (x: i32) (y: i32) (z: i32) = x + y * z
def g = f 1
def h = g 2
def a = h 3
def b = map (f 1 2) [1, 2, 3]
