-- As many patterns as there are payloads.
type t = #a i32 i32 | #b
def f (x: t) = match x case #a n -> n case #b -> 0
