-- Booleans cannot be added; the hint names the conversion to the type of the other operand.
def f (x: bool) = x + true

def left (x: i64) = true + x

def right (x: f32) = x * (x > 0)
