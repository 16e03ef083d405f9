-- No array could be passed: nobody knows how many elements it must have.
def f (xs: []i32) =
  let n = length (filter (> 0) xs)
  let (m, _) = (n + 1, true)
  in \(ys: [m]bool) -> ys[0]
