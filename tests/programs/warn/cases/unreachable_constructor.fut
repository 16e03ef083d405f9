-- Both forms of the payload were matched.
type t = #a bool | #b
def f (x: t) = match x case #a true -> 1i32 case #a false -> 2 case #a _ -> 3 case #b -> 4
