-- Only arrays have elements.
def f (x: i32) = x[0]
