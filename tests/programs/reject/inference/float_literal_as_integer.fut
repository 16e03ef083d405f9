-- A fraction is never an integer.
def f (x: i32) = x + 1.5
