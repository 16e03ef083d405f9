-- A coercion changes sizes only.
def f (xs: []i32) = xs :> [3]i64
