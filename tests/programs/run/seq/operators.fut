-- Each operator of the module seq, beside the same for arrays.
-- Checklist: 62, 65, 88, 94.

-- ==
-- entry: producers
-- input { 5i64 } output { [0i64, 3i64, 6i64, 9i64, 12i64] [0i64, 3i64, 6i64, 9i64, 12i64] }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) }

entry producers (n: i64) = (seq.to_array (seq.produce n (* 3)), seq.to_array (seq.of_array (map (* 3) (iota n))))

-- ==
-- entry: elements
-- input { 10i64 } output { [1i64, 10i64, 19i64, 28i64] [0i64, 0i64, 1i64, 0i64, 1i64, 2i64] }

entry elements (n: i64) =
  ( seq.produce n (* 3) |> seq.map (+ 1) |> seq.filter (\x -> x % 9 == 1) |> seq.to_array
  , seq.produce 4 id |> seq.flat_map iota |> seq.to_array
  )

-- ==
-- entry: parts
-- input { 3i64 [5, 6, 7, 8, 9] } output { [5, 6, 7] [8, 9] [5, 6] [0i64, 1i64, 2i64] [7, 8, 9] }
-- input { 9i64 [5, 6] } output { [5, 6] empty([0]i32) [5, 6] [0i64, 1i64] empty([0]i32) }
-- input { -1i64 [5, 8] } output { empty([0]i32) [5, 8] [5] [0i64, 1i64] empty([0]i32) }

entry parts (n: i64) (xs: []i32) =
  let s = seq.of_array xs
  in ( seq.to_array (seq.take n s)
     , seq.to_array (seq.drop n s)
     , seq.to_array (seq.take_while (< 7) s)
     , seq.to_array (seq.map (.0) (seq.take 3 (seq.enumerate s)))
     , seq.to_array (seq.drop 2 (seq.take 5 s))
     )

-- ==
-- entry: pairs
-- input { [1, 2, 3, 4, 5, 6] [10, 20, 30] }
-- output { [11, 22, 33] [12, 24, 36] [1, 2, 3, 4, 5, 6, 10, 20, 30] [101, 202, 303] }
-- input { empty([0]i32) [10, 20, 30] } output { empty([0]i32) empty([0]i32) [10, 20, 30] empty([0]i32) }

entry pairs (xs: []i32) (ys: []i32) =
  let (s, t) = (seq.of_array xs, seq.of_array ys)
  in ( seq.to_array (seq.map2 (+) s t)
     , seq.to_array (seq.map2 (+) (seq.filter (\x -> x % 2 == 0) s) t)
     , seq.to_array (seq.append s t)
     , seq.to_array (seq.map3 (\x y z -> x + y + z) s (seq.filter (const true) t) (seq.map (* 9) t))
     )

-- ==
-- entry: states
-- input { [3, 1, 4, 1, 5] }
-- output { [3, 4, 8, 9, 14] [3, 1, 4, 1, 5] [0, 3, 1, 4, 1] [[3, 1], [1, 4], [4, 1], [1, 5]] [[3, 1], [4, 1]] }

entry states (xs: []i32) =
  let s = seq.of_array xs
  in ( seq.to_array (seq.scan (+) 0 s)
     , seq.to_array (seq.scan (\_ y -> y) 0 s)
     , seq.to_array (seq.step (\before x -> (x, before)) 0 s)
     , seq.to_array (seq.windows 2 s)
     , seq.to_array (seq.group 2 s)
     )

-- ==
-- entry: consumers
-- input { [3, 1, 4, 1, 5] } output { 14 5i64 31415 true false true [3, 4, 5] }
-- input { empty([0]i32) } output { 0 0i64 0 false false true [0, 0, 0] }

entry consumers (xs: []i32) =
  let s = seq.of_array xs
  in ( seq.reduce (+) 0 s
     , seq.length s
     , seq.foldl (\n x -> 10 * n + x) 0 s
     , seq.any (> 4) s
     , seq.any (> 5) s
     , seq.all (< 9) s
     , seq.hist (+) 0 3 (seq.map (\x -> (i64.i32 (x - 3), x)) s)
     )

-- Sequences in records, of records, and given to functions.

type stats = {n: i64, sum: f64}

def stats_of (xs: seq f64) : stats = {n = seq.length xs, sum = seq.reduce (+) 0 xs}

def both [n] (xs: [n]f64) : {all: seq f64, positive: seq f64} =
  let s = seq.of_array xs
  in {all = s, positive = seq.filter (> 0) s}

-- ==
-- entry: records
-- input { [1.0, -2.0, 3.0] } output { 3i64 2.0 2i64 4.0 [1.0, 3.0] }

entry records (xs: []f64) =
  let {all, positive} = both xs
  let (a, p) = (stats_of all, stats_of positive)
  in (a.n, a.sum, p.n, p.sum, seq.to_array (seq.map (.x) (seq.map (\x -> {x, y = x}) positive)))

-- The state is an array that is written in place.
-- ==
-- entry: array_state
-- input { 4i64 10i64 } output { [12i64, 15i64, 8i64, 10i64] [45i64, 45i64, 45i64, 45i64] }

entry array_state (k: i64) (n: i64) =
  ( seq.foldl (\(bins: [k]i64) i -> copy bins with [i % k] = bins[i % k] + i) (replicate k 0) (seq.produce n id)
  , seq.reduce (map2 (+)) (replicate k 0) (seq.map (\i -> replicate k i) (seq.produce n id))
  )

-- Inside of an operator sequences are ordinary code.
-- ==
-- entry: inner
-- input { [3i64, 0i64, 5i64] } output { [3i64, 0i64, 10i64] }

entry inner (ns: []i64) = map (\n -> seq.reduce (+) 0 (seq.produce n id)) ns

-- ==
-- entry: rows
-- input { [1, 0, 2, 0, 3, 0] } output { [1, 2, 2, 1] [1, 2, 3, 0] [1, 0, 2, 0, 3, 0] [1, 0, 2, 0, 3, 0] 4i64 }
-- input { [0, 0] } output { [1, 1] [0, 0] [0, 0] [0, 0] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) 0i64 }

def row_sizes (rows: seq ([?]i32)) : seq i32 = seq.map (\row -> i32.i64 (length row)) rows

entry rows (xs: []i32) =
  let s = seq.split (== 0) (seq.of_array xs)
  in ( seq.to_array (row_sizes s)
     , seq.to_array (seq.map i32.sum s)
     , seq.elements s
     , seq.to_array (seq.join (seq.filter (\row -> length row > 0) s))
     , seq.length s
     )

-- ==
-- entry: irregular_input
-- input { [2i64, 0i64, 3i64] } output { [1i64, 0i64, 3i64] [0i64, 1i64, 0i64, 1i64, 2i64] }

entry irregular_input [n] (ns: [n]i64) =
  let rows: [n][?]i64 = map iota ns
  let s = seq.of_array rows
  in (seq.to_array (seq.map i64.sum s), seq.elements s)

-- ==
-- entry: states_that_end
-- input { 100i64 30i64 } output { [30i64, 60i64] 1i64 -1i64 }
-- input { 10i64 30i64 } output { empty([0]i64) -1i64 -1i64 }

entry states_that_end (most: i64) (start: i64) =
  let s = seq.unfold (\n -> if n > most then #stop else #next n (2 * n)) start
  in (seq.to_array s, seq.find (> 50) s, seq.find (< 0) s)

-- ==
-- entry: five
-- input { 3i64 } output { [0i64, 5i64, 10i64] [0i64, 4i64, 8i64] }

entry five (n: i64) =
  let s = seq.produce n id
  in ( seq.to_array (seq.map5 (\a b c d e -> a + b + c + d + e) s s s s s)
     , seq.to_array (seq.map4 (\a b c d -> a + b + c + d) s s s s)
     )

-- ==
-- entry: trimmed_rows
-- input { [1, 0, 2, 3, 0, 4] } output { [[1], [0], [0]] }
-- input { [0, 2, 3, 0, 4] } output { [[0, 2], [0, 4]] }
-- input { empty([0]i32) } output { empty([0][0]i32) }

entry trimmed_rows (xs: []i32) : [][]i32 = seq.trimmed (seq.split (== 0) (seq.of_array xs))
