-- Local functions use what is around them.
def f (k: i32) (xs: []i32) =
  let scale x = x * k
  let shift d x = scale x + d
  in map (shift 3) xs
