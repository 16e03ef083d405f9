-- A size parameter is the size of something.
def f [n] (x: i32) = x
