-- Numbers are never converted silently.
def float_to_integer (x: i32) = x + 1.5

def integer_to_float (n: i64) : f32 = 1.5 * n

def count [n] (xs: [n]f32) : f32 = f32.sum xs / n

def power (x: f32) = x ^ 2

def both (x: bool) (y: bool) = x & y

def one_more (x: i32) = x + (x > 0)

def truth (x: i32) = if x then 1 else 0

def negated (x: i32) = if not x > 0 then 1 else 0
