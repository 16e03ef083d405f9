-- And an equals sign.
def f (x: i32) x + 1
