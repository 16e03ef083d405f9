-- Literals in payloads.
type t = #a i32 bool | #b
def f (x: t) = match x case #b -> 0 case #a (-1) true -> 1 case #a 0 _ -> 2
