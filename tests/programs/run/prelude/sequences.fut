-- Each function of the module `seq`.

-- ==
-- entry: made
-- input { 5i64 }
-- output {
--   [0i64, 2i64, 4i64, 6i64, 8i64]
--   [0i64, 1i64, 2i64, 3i64, 4i64]
--   [5i64, 10i64, 20i64, 40i64, 80i64]
-- }
-- input { 7i64 }
-- output {
--   [0i64, 2i64, 4i64, 6i64, 8i64, 10i64, 12i64]
--   [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64]
--   [7i64, 14i64, 28i64, 56i64]
-- }
entry made (n: i64) =
  (seq.to_array (seq.produce n (* 2)), seq.to_array (seq.of_array (iota n)),
   seq.to_array (seq.unfold (\n -> if n > 100 then #stop else #next n (2 * n)) n))

def numbers (n: i64) = seq.produce n (+ 1)

-- ==
-- entry: elements
-- input { 5i64 }
-- output {
--   [3i64, 6i64, 9i64, 12i64, 15i64]
--   [2i64, 4i64]
--   [0i64, 0i64, 1i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 3i64, 0i64, 1i64, 2i64, 3i64, 4i64]
--   [1i64, 2i64]
--   [3i64, 4i64, 5i64]
--   [1i64, 2i64]
--   [0i64, 1i64, 2i64, 3i64, 4i64]
--   [1i64, 2i64, 3i64, 4i64, 5i64]
-- }
-- input { 0i64 }
-- output {
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
-- }
entry elements (n: i64) =
  let xs = numbers n
  in ((seq.to_array (seq.map (* 3) xs), seq.to_array (seq.filter (\x -> x % 2 == 0) xs), seq.to_array (seq.flat_map iota xs)),
      (seq.to_array (seq.take 2 xs), seq.to_array (seq.drop 2 xs), seq.to_array (seq.take_while (< 3) xs)),
      unzip (seq.to_array (seq.enumerate xs)))

-- ==
-- entry: several
-- input { 5i64 }
-- output {
--   [1i64, 2i64, 3i64]
--   [0i64, 10i64, 20i64]
--   [1i64, 2i64, 3i64, 4i64, 5i64, 0i64, 10i64, 20i64]
--   [1i64, 12i64, 23i64]
--   [1i64, 22i64, 63i64]
--   [1i64, 12i64, 43i64]
--   [2i64, 14i64, 46i64]
-- }
-- input { 0i64 }
-- output {
--   empty([0]i64)
--   empty([0]i64)
--   [0i64, 10i64, 20i64]
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
-- }
entry several (n: i64) =
  let xs = numbers n
  let ys = seq.produce 3 (* 10)
  in ((unzip (seq.to_array (seq.zip xs ys)), seq.to_array (seq.append xs ys), seq.to_array (seq.map2 (+) xs ys)),
      (seq.to_array (seq.map3 (\x y z -> x + y * z) xs ys xs), seq.to_array (seq.map4 (\x y z w -> x + y * z - w) xs ys xs ys)),
      seq.to_array (seq.map5 (\x y z w v -> x + y * z - w + v) xs ys xs ys xs))

-- ==
-- entry: states
-- input { 5i64 }
-- output {
--   [1i64, 3i64, 6i64, 10i64, 15i64]
--   [1i64, 12i64, 33i64, 64i64, 105i64]
--   [[1i64, 2i64], [2i64, 3i64], [3i64, 4i64], [4i64, 5i64]]
--   [[1i64, 2i64], [3i64, 4i64]]
-- }
-- input { 0i64 }
-- output {
--   empty([0]i64)
--   empty([0]i64)
--   empty([0][2]i64)
--   empty([0][2]i64)
-- }
entry states (n: i64) =
  let xs = numbers n
  in (seq.to_array (seq.scan (+) 0 xs), seq.to_array (seq.step (\s x -> (s + x, s * 10 + x)) 0 xs),
      seq.to_array (seq.windows 2 xs), seq.to_array (seq.group 2 xs))

-- ==
-- entry: rows
-- input { 5i64 }
-- output {
--   [3i64, 3i64]
--   [1i64, 2i64, 0i64, 1i64, 2i64]
--   [1i64, 2i64, 0i64, 1i64, 2i64]
--   [[1i64, 2i64], [0i64, 1i64]]
-- }
-- input { 0i64 }
-- output {
--   empty([0]i64)
--   empty([0]i64)
--   empty([0]i64)
--   empty([0][0]i64)
-- }
entry rows (n: i64) =
  let xs = seq.map (% 3) (numbers n)
  let xss = seq.split (== 0) xs
  in (seq.to_array (seq.map (\(row: []i64) -> i64.sum row) xss), seq.to_array (seq.join xss), seq.elements xss, seq.trimmed xss)

-- ==
-- entry: results
-- input { 5i64 }
-- output {
--   15i64
--   5i64
--   -25i64
--   true
--   false
--   3i64
--   [3i64, 5i64, 7i64]
-- }
-- input { 0i64 }
-- output {
--   0i64
--   0i64
--   1i64
--   false
--   true
--   -1i64
--   [0i64, 0i64, 0i64]
-- }
entry results (n: i64) =
  let xs = numbers n
  in ((seq.reduce (+) 0 xs, seq.length xs, seq.foldl (\s x -> s * 2 - x) 1 xs),
      (seq.any (> 3) xs, seq.all (> 3) xs, seq.find (> 3) xs),
      seq.hist (+) 0 3 (seq.map (\x -> (x % 3, x)) xs))
