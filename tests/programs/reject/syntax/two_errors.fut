-- Both are reported.
def f (x: i32) = x +
def g (x: i32) = x
def h (x: i32) = (x
def i = 1
