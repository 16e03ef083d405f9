-- A lifted parameter makes a lifted type.
type t '^a = (a, i32)
