-- `(-1)` is a number, not a section.
def a = i32.abs (-1)
def b = map i32.abs [-1, -2]
