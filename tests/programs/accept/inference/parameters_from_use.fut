-- The types of parameters come from the body.
def f x = x + 1i64
def g x y = if x then y else 0i32
def h p = let (a, b) = p in a + b : f32
def a : i64 = f 1
def b : i32 = g true 2
def c : f32 = h (1, 2)
