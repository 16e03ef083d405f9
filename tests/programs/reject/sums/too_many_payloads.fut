-- And to no more.
type t = #a i32 | #b
def x : t = #b 1
