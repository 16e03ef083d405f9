-- Literals in patterns, negative ones too; the first match wins.
-- ==
-- input { 0 } output { 10 }
-- input { -1 } output { 11 }
-- input { 7 } output { 12 }
-- input { 8 } output { 13 }
def main (x: i32) : i32 =
  match x
  case 0 -> 10
  case -1 -> 11
  case 7 -> 12
  case _ -> 13
