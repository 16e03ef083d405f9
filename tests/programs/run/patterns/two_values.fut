-- A match on two sums at once: every combination that is listed, and the rest.
-- ==
-- input { 0 0 } output { 1 }
-- input { 0 1 } output { -1 }
-- input { 1 2 } output { 1 }
-- input { 2 0 } output { 1 }
-- input { 2 2 } output { 0 }
type move = #rock | #paper | #scissors
def of_int (k: i32) : move = if k == 0 then #rock else if k == 1 then #paper else #scissors

def main (j: i32) (k: i32) : i32 =
  match (of_int j, of_int k)
  case (#rock, #paper) -> -1
  case (#paper, #scissors) -> 1
  case (#rock, _) -> 1
  case (_, #rock) -> 1
  case _ -> 0
