-- The type does not have it.
type t = #a | #b
def x : t = #c
