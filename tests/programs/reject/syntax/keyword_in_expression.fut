-- Stray keyword.
def f (x: i32) = x + then
