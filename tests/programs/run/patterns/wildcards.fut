-- Wildcards in the midst of structures.
-- ==
-- input { 1 2 3 } output { 3 }
-- input { 1 5 3 } output { 1 }
-- input { 0 0 9 } output { 0 }
def main (a: i32) (b: i32) (c: i32) : i32 =
  match (a, (b, c))
  case (_, (2, z)) -> z
  case (0, _) -> 0
  case (x, (_, _)) -> x
