-- Reads outside of an array, if it is told to.
entry main (n: i64) (i: i64) =
  let xs = map (+ 1) (iota n)
  in (#[unsafe] xs[i], xs)
