-- Of the right types.
type t = #a i32 | #b
def x : t = #a true
