-- A lambda may stand without parentheses where an expression ends.
def f : i32 -> i32 -> i32 = \x -> \y -> x + y
def g = [1, 2] |> map (\x -> x |> (+ 1))
