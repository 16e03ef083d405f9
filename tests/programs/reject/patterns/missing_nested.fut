-- Deep inside.
type opt 'a = #none | #some a
def f (x: opt (opt (opt i32))) =
  match x
  case #none -> 0
  case #some #none -> 1
  case #some (#some (#some n)) -> n
