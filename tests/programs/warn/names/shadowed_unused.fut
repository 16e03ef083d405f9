-- The first y was to be used, most likely.
def f (x: i32) =
  let y = x + 1
  let y = x * 2
  in y
