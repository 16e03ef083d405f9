-- And to no more.
type t = i32
def f (x: t bool) = x
