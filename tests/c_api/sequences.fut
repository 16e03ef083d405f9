-- Entry points that take and give sequences.

-- | The sum of each row and how many there are.
entry sums (k: f32) (rows: seq ([?]f32)) : (seq f32, i64) =
  (seq.map (\row -> k + f32.sum row) rows, seq.length rows)

entry total (xs: seq i32) : i64 = seq.reduce (+) 0 (seq.map i64.i32 xs)

-- Two passes.
entry above_mean (xs: seq f64) : i64 =
  let n = f64.i64 (seq.length xs)
  let mean = seq.reduce (+) 0 xs / n
  in seq.length (seq.filter (> mean) xs)

entry swapped (pairs: seq (i32, f64)) : seq (f64, i32) = seq.map (\(a, b) -> (b, a)) pairs

entry dots [d] (factors: [d]f64) (points: seq ([d]f64)) : seq f64 =
  seq.map (\point -> f64.sum (map2 (*) factors point)) points

entry squares (n: i64) : seq ([2]i64) = seq.map (\i -> [i, i * i]) (seq.produce n id)

entry inverses (xs: seq i32) : seq i32 = seq.map (\x -> 100 / x) xs

entry plain (x: i64) : i64 = x + 1
