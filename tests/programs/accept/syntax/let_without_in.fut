-- `in` may be left out before another let.
def f (x: i32) : i32 =
  let a = x + 1
  let b = a * 2
  let g y = y + b
  in g a
