-- Nor as parameters.
def f (loop: i32) = 1
