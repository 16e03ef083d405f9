-- All size parameters of a type are used in it.
type t [n] = i32
