-- A loop has for or while.
def f (x: i32) = loop y = x do y + 1
