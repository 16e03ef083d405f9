-- Integers where floats are wanted.
def of_array (xs: []i32) = f32.sum xs

def mean (xs: []i32) = i32.sum xs / f32.i64 (length xs)
