-- Reads outside of an array in parallel code, if it is told to.
entry main (n: i64) (i: i64) =
  let xs = map (+ 1) (iota n)
  in (map (\j -> #[unsafe] xs[i + j]) (iota 2), xs)
