-- Integers cannot be divided by 0. Floats can.
def quotient (x: i32) = x / 0

def remainder (x: u8) = x % 0

def toward_zero (x: i64) = (x // 0, x %% (0))

def section (xs: []i32) = map (/ 0) xs

def fine (x: f32) (y: i32) = (x / 0, y / 10, 0 / y)
