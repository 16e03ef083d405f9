-- What is not an operator here.
def changed (n: i64) =
  let xs = iota n
  in xs[0] <- 5

def commented = 1 /* the first */
