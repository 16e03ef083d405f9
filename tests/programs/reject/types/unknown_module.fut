-- And modules.
def f (x: i32) = int32.abs x
