-- Constructors have different names.
type t = #a i32 | #a bool
