-- Numbers count as infinitely many.
def f (x: bool) (y: u8) = match (x, y) case (true, 0) -> 0 case (false, _) -> 1
