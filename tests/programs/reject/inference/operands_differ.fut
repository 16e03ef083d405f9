-- Both operands have the same type.
def f (x: f32) (y: f64) = x * y
