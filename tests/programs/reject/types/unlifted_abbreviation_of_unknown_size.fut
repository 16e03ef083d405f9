-- A type with unknown sizes is declared with type~.
type t = []i32
