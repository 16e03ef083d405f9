-- Consumers of one sequence that work in one pass: those that end early, those that depend on each other, what lies between them.
-- Checklist: 65.
-- ==
-- entry: of_one_source
-- input { [1, 2, 3, 4, 5, 6] } output { 21 6i64 720 }
-- input { empty([0]i32) } output { 0 0i64 1 }

entry of_one_source (xs: seq i32) : (i32, i64, i32) =
  (seq.reduce (+) 0 xs, seq.length xs, seq.reduce (*) 1 (seq.map id xs))

-- ==
-- entry: end_early
-- input { [1, 2, 3, 4, 5, 6] } output { 2i64 2i64 42 true [2, 4] [4, 6] }
-- input { [1] } output { 1i64 -1i64 2 false [2] empty([0]i32) }

entry end_early (xs: seq i32) : (i64, i64, i32, bool, []i32, seq i32) =
  let ys = seq.map (* 2) xs
  in ( seq.length (seq.take 2 ys)
     , seq.find (> 5) ys
     , seq.reduce (+) 0 ys
     , seq.any (== 4) ys
     , seq.to_array (seq.take_while (< 5) ys)
     , seq.take 2 (seq.drop 1 ys) )

-- What is read behind the first one found is not looked at.
-- ==
-- entry: found_only_once
-- input { [5, 0, 0, 5] } output { 1i64 true 10 }

entry found_only_once (xs: seq i32) : (i64, bool, i32) =
  (seq.find (== 0) xs, seq.any (== 0) xs, seq.reduce (+) 0 xs)

-- ==
-- entry: two_passes
-- input { [3, 1, 4, 1, 5] } output { 5 2i64 14 5i64 }

entry two_passes (xs: seq i32) : (i32, i64, i32, i64) =
  let most = seq.reduce i32.max 0 xs
  let near = seq.filter (\x -> x + 1 >= most) xs
  in (most, seq.length near, seq.reduce (+) 0 xs, seq.length xs)

-- ==
-- entry: of_zip
-- input { [1, 2, 3, 4] [10, 20, 30] } output { 140 3i64 [11, 22, 33] }

entry of_zip (xs: seq i32) (ys: seq i32) : (i32, i64, seq i32) =
  let both = seq.zip xs ys
  in (seq.reduce (+) 0 (seq.map (\(x, y) -> x * y) both), seq.length both, seq.map (\(x, y) -> x + y) both)

def summary (xs: seq f64) : {sum: f64, count: i64} = {sum = seq.reduce (+) 0 xs, count = seq.length xs}

-- ==
-- entry: in_functions
-- input { [1.0, 2.0, 4.5] } output { 2.5 [1.0, 3.0, 7.5] 4.5 }

entry in_functions (xs: seq f64) : (f64, seq f64, f64) =
  let s = summary xs
  in (s.sum / f64.i64 s.count, seq.scan (+) 0 xs, seq.reduce f64.max (-f64.inf) xs)

-- What one needs is computed between them, and moved.
-- ==
-- entry: with_tables
-- input { [1i64, 0i64, 2i64, 1i64, 1i64] 3i64 } output { 5i64 [1i64, 3i64, 1i64] [[1i64, 0i64], [2i64, 1i64]] 10i64 }

entry with_tables (xs: seq i64) (k: i64) : (i64, []i64, [][2]i64, i64) =
  let n = seq.length xs
  let weights = map (* 2) (iota k)
  let counts = seq.hist (+) 0 k (seq.map (\x -> (x, 1)) xs)
  let pairs = seq.to_array (seq.group 2 xs)
  in (n, counts, pairs, seq.reduce (+) 0 (seq.map (\x -> weights[x]) xs))

-- ==
-- entry: of_rows
-- input { [[1, 2], [], [3]] } output { [3, 0, 3] 3i64 [1, 2, 3] 3i64 }

entry of_rows (rows: seq ([?]i32)) : (seq i32, i64, []i32, i64) =
  (seq.map i32.sum rows, seq.length rows, seq.elements rows, seq.length (seq.join rows))

-- ==
-- entry: in_an_operator
-- input { [1i64, 2i64, 3i64] } output { [0i64, 1i64, 5i64] [1i64, 2i64, 3i64] }

entry in_an_operator (ns: []i64) : [](i64, i64) =
  map (\n -> let xs = seq.map (\i -> i * i) (seq.produce n id) in (seq.reduce (+) 0 xs, seq.length xs)) ns
