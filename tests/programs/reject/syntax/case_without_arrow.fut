-- A case has an arrow.
def f (b: bool) = match b case true 1 case false -> 2
