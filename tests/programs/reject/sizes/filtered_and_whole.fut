-- What is left of an array has another size.
def f (g: i32 -> i32 -> i32) xs =
  let ys = filter (> 0) xs
  in map2 g ys xs
