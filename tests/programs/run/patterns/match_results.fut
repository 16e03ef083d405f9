-- A match that gives tuples and records, bound by a pattern at once.
-- ==
-- input { 1 } output { 10 true }
-- input { 2 } output { 20 false }
def main (x: i32) =
  let (a, {b}) =
    match x
    case 1 -> (10i32, {b = true})
    case _ -> (20, {b = false})
  in (a, b)
