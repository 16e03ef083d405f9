-- The payload has other values, too.
type opt = #none | #some bool
def f (x: opt) = match x case #none -> 0 case #some true -> 1
