-- One of four is missing.
def f (x: bool) (y: bool) = match (x, y) case (true, _) -> 1 case (_, true) -> 2
