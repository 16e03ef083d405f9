-- A constructor may hold a function, if no branch chooses it.
type^ box = #box (i32 -> i32)
def unbox (b: box) (x: i32) : i32 = match b case #box f -> f x
def a = unbox (#box (+ 1)) 2
