-- A name that begins with an underscore says that it is not used.
def f (_x: i32) = _x + 1
