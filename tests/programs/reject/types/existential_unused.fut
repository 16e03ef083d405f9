-- A size that is said to exist is the size of something.
def f (x: bool) : ?[n].bool = x
