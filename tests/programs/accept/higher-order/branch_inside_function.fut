-- Deciding inside of a function is fine.
def f (b: bool) : i32 -> i32 = \x -> if b then x + 1 else x - 1
def g (b: bool) (x: i32) = (if b then x else -x) |> (+ 1)
