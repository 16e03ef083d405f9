-- An i32 is no f32.
def f (x: i32) : f32 = x
