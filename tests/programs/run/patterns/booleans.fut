-- Exhaustive matches on booleans, alone and in tuples.
-- ==
-- input { true true } output { 1 4 }
-- input { true false } output { 1 3 }
-- input { false true } output { 0 2 }
-- input { false false } output { 0 2 }
def main (p: bool) (q: bool) =
  ( match p
    case true -> 1i32
    case false -> 0
  , match (p, q)
    case (false, _) -> 2i32
    case (true, false) -> 3
    case (true, true) -> 4
  )
