-- One combination of four.
type opt = #none | #some i32
def f (x: opt) (y: opt) =
  match (x, y)
  case (#some a, #some b) -> a + b
  case (#none, #none) -> 0
  case (#some a, #none) -> a
