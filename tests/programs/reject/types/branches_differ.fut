-- Both branches have the same type.
def f (b: bool) = if b then 1i32 else 2.0f32
