-- Types, too.
type t = i32
type t = bool
