-- A constant must be defined before it is used.
def f (x: i32) = x + later
def later = 1i32
