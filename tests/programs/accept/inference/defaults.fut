-- Without other hints an integer is i32 and a fraction f64.
def a = 1
def b : i32 = a
def c = 1.5
def d : f64 = c
def e = [1, 2]
def f : [2]i32 = e
