-- Several of them.
type t = #a | #b i32 | #c bool i32 | #d | #e
def f (x: t) = match x case #a -> 1
