-- A constructor without case.
type t = #a | #b | #c
def f (x: t) = match x case #a -> 1 case #b -> 2
