-- And a then.
def f (b: bool) = if b 1 else 2
