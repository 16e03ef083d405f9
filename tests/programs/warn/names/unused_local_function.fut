-- A function that nobody calls.
def f (x: i32) =
  let g (y: i32) = y + 1
  in x
