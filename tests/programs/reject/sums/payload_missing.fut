-- Constructors are applied to all their payloads.
type t = #a i32 | #b
def x : t = #a
