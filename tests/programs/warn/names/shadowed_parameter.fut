-- The parameter is hidden before it was used.
def f (x: i32) =
  let x = 2i32
  in x
