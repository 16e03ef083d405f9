-- Two consumers of a sequence in one loop; and two loops, because the second needs what the first gives.
entry one_pass (n: i64) (f: i64) : (i64, i64) =
  let xs = seq.map (* f) (seq.produce n id)
  in (seq.foldl (+) 0 xs, seq.length xs)

entry two_passes (n: i64) : (i64, i64) =
  let xs = seq.produce n id
  let sum = seq.foldl (+) 0 xs
  in (sum, seq.length (seq.filter (< sum) xs))
