-- A constructor that the type does not have.
type t = #a | #b
def f (x: t) = match x case #a -> 1 case #b -> 2 case #c -> 3
