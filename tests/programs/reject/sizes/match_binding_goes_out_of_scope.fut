-- The size is a name that exists only in the case.
type opt = #some i64 | #none
def f [n] (x: opt) (xs: [n]i64) = zip xs (match x case #some k -> iota k case #none -> iota 1)
