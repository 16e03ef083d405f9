-- An element that is assigned to.
def changed (n: i64) =
  let xs = iota n
  in xs[0] <- 5
