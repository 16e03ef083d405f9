-- Each must be passed in its own place.
def go (f: i32 -> i32) (g: i32 -> i32) (n: i32) : i32 = if n == 0 then f (g 0) else go g f (n - 1)
