-- && is not a function.
def (&&) (x: bool) (y: bool) = x
