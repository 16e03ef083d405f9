-- The last let of a sequence needs `in`.
def f (x: i32) =
  let y = x
  y + 1
