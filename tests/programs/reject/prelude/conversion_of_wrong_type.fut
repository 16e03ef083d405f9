-- f32.i32 takes an i32.
def f (x: i64) = f32.i32 x
