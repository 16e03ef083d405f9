-- Constructors inside constructors inside tuples, with fallbacks at each level.
-- ==
-- input { 0 } output { 1 }
-- input { 1 } output { 2 }
-- input { 2 } output { 3 }
-- input { 3 } output { 4 }
-- input { 4 } output { 5 }
type leaf = #p | #q i32
type tree = #one leaf | #two leaf leaf

def classify (t: tree) : i32 =
  match t
  case #two #p #p -> 1
  case #two (#q 0) _ -> 2
  case #two _ (#q x) -> x
  case #one (#q _) -> 4
  case _ -> 5

def main (k: i32) : i32 =
  classify (match k
            case 0 -> #two #p #p
            case 1 -> #two (#q 0) (#q 9)
            case 2 -> #two #p (#q 3)
            case 3 -> #one (#q 0)
            case _ -> #two (#q 7) #p)
