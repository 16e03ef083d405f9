-- In a case.
type opt = #none | #some i32
def f (x: opt) = match x case #none -> 0i32 case #some n -> 1
