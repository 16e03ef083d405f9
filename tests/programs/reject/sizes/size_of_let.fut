-- The size of xs is fixed before n is known.
def number xs =
  let n = length xs
  in zip (iota n) xs
