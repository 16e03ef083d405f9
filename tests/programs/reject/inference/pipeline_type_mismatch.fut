-- What comes out does not fit what follows.
def f (x: i32) = x |> (> 0) |> (+ 1)
