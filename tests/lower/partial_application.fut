-- Functions with some of their arguments, sections of operators, and pipes.
def affine (a: i32) (b: i32) (x: i32) = a * x + b

entry main (k: i32) = k |> affine 2 3 |> (+ 1) |> (7 -) |> i64.i32
