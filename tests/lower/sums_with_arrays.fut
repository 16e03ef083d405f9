-- Leaves that are arrays have slots of their own; one that is not in use holds zeros.
type row [n] = #one i32 | #all [n]i32

entry main [n] (flag: bool) (xs: [n]i32): row [n] =
  if flag then #all xs else #one 1
