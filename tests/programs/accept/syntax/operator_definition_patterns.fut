-- Operands of an infix definition are patterns.
def (a: i32, b: i32) +^ (c: i32, d: i32) = (a + c, b + d)
def {re: f32, im: f32} *! (k: f32) = {re = re * k, im = im * k}
def r = (1, 2) +^ (3, 4)
