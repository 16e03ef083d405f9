-- And declared once.
def f (r: {x: i32, x: bool}) = r
