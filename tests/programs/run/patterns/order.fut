-- Of overlapping cases the first one is taken.
-- ==
-- input { 0i64 0i64 } output { -1i64 }
-- input { 4i64 0i64 } output { 4i64 }
-- input { 0i64 6i64 } output { 6i64 }
-- input { 7i64 4i64 } output { 3i64 }
def main (x: i64) (y: i64) : i64 =
  match (x, y)
  case (0, 0) -> -1
  case (a, 0) -> a
  case (0, b) -> b
  case _ -> x % y
