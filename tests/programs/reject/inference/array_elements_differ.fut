-- All elements have the same type.
def xs = [1i32, true]
