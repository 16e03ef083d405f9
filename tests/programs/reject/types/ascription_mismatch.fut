-- An ascription has to be true.
def f (x: i32) = x : bool
