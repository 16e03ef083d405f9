-- A module without that name.
def f (x: i32) = i32.absolute x
