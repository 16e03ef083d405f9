-- An array that changes its size from turn to turn has its size beside it.
entry main (n: i64) =
  let xs = loop xs = [1i64] for _i < n do concat xs xs
  in length xs
