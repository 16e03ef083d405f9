-- A type with functions is declared with type^.
type t = i32 -> i32
