-- Payloads may be arrays of known size.
type t [n] = #a ([n]i32) | #b
def f [n] (x: t [n]) : i32 = match x case #a xs -> i32.sum xs case #b -> 0
def g [n] (xs: [n]i32) : t [n] = #a xs
