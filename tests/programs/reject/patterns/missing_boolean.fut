-- What if it is false?
def f (x: bool) = match x case true -> 1
