-- Operators between parentheses.
def f (op: i32 -> i32 -> i32) (x: i32) (y: i32) = x `op` y
def a = (f (+) 1 2, f (-) 1 2, f i32.max 1 2, f (**) 2 3)
