-- Names are defined before they are used.
def f (x: i32) = x + lenght
