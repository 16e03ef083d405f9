-- The function returns something else.
def apply (f: i32 -> i32) (x: i32) = f x
def a = apply (> 0) 2
