-- Arrays hold no functions.
def fs = [\x -> x + 1i32, \x -> x * 2i32]
