-- A constructor cannot be passed as a function.
type t = #a i32 | #b
def f (xs: []i32) : []t = map #a xs
