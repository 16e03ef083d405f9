-- Sums in sums.
type opt 'a = #none | #some a
def f (x: opt (opt bool)) : i32 =
  match x
  case #none -> 0
  case #some #none -> 1
  case #some (#some true) -> 2
  case #some (#some false) -> 3
def g (x: opt i32) (y: opt i32) : i32 =
  match (x, y)
  case (#some a, #some b) -> a + b
  case (#some a, #none) -> a
  case (#none, #some b) -> b
  case (#none, #none) -> 0
