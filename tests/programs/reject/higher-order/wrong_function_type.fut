-- The function takes something else.
def apply (f: i32 -> i32) (x: i32) = f x
def a = apply (\(x: bool) -> 1) 2
