-- Covered by two cases together.
def f (x: bool) (y: bool) = match (x, y) case (true, _) -> 1i32 case (_, true) -> 2 case (true, true) -> 3 case _ -> 4
