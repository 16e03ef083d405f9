-- Only functions are recursive.
def xs : [2]i32 = [1, xs[0]]
