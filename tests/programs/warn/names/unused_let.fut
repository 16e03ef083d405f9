-- The name is never used.
def f (x: i32) : i32 =
  let y = x + 1
  in x * 2
