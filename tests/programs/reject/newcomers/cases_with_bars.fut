-- The cases of a match, as in OCaml.
def f (x: i32) = match x with 0 -> 1 | _ -> 2
