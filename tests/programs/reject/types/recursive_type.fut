-- Types are not recursive.
type list = #nil | #cons i32 list
