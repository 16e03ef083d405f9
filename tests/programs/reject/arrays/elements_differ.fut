-- One type for all elements.
def xs = [1i32, 2i64]
