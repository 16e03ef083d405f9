-- Recursive functions that work on their parts by a map over two or three rows, of different lengths, for many rows at
-- once.
-- ==
-- entry: sort
-- input { [[3, 1, 2], [], [5], [2, 2, 1, 9, 0, 2]] }
-- output { [[1, 2, 3], [], [5], [0, 1, 2, 2, 2, 9]] }

-- ==
-- entry: sort_three
-- input { [[3, 1, 2], [], [5], [2, 2, 1, 9, 0, 2]] }
-- output { [[1, 2, 3], [], [5], [0, 1, 2, 2, 2, 9]] }

-- ==
-- entry: depths
-- input { [[3, 1, 2], [], [5], [2, 2, 1, 9, 0, 2]] }
-- output { [3i64, 0i64, 1i64, 3i64] }

-- ==
-- entry: halves
-- input { [[1, 2, 3, 4], [7]] } output { [10, 7] }
-- input { [[1, 2, 0, 4], [7]] } error: Assertion is false: .xs

-- ==
-- entry: many
-- input { 1000i64 } output { true 15885i64 }

def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let parts: [2][?]i32 = map quicksort ([filter (< pivot) xs, filter (> pivot) xs] : [2][?]i32)
       in (parts[0] ++ filter (== pivot) xs ++ parts[1]) :> [n]i32

entry sort [n] (rows: [n][?]i32) : [n][?]i32 = map quicksort rows

-- The middle goes through the map, too.
def quicksort_three [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 || all (== xs[0]) xs
  then xs
  else let pivot = xs[n / 2]
       let parts: [3][?]i32 =
         map quicksort_three ([filter (< pivot) xs, filter (== pivot) xs, filter (> pivot) xs] : [3][?]i32)
       in irregular.flatten parts :> [n]i32

entry sort_three [n] (rows: [n][?]i32) : [n][?]i32 = map quicksort_three rows

-- A number for each part.
def depth (xs: []i32) : i64 =
  if length xs == 0
  then 0
  else let pivot = xs[length xs / 2]
       in 1 + i64.maximum (map depth ([filter (< pivot) xs, filter (> pivot) xs] : [2][?]i32))

entry depths [n] (rows: [n][?]i32) : [n]i64 = map depth rows

-- Something fails in a part.
def sum [n] (xs: [n]i32) : i32 =
  if n == 0
  then 0
  else if n == 1
  then assert (xs[0] != 0) xs[0]
  else i32.sum (map sum ([take (n / 2) xs, drop (n / 2) xs] : [2][?]i32))

entry halves [n] (rows: [n][?]i32) : [n]i32 = map sum rows

entry many (n: i64) : (bool, i64) =
  let rows: [n][?]i32 = map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota (i % 33))) (iota n)
  let sorted = map quicksort rows
  let in_order (xs: []i32) = and (map (\i -> xs[i] <= xs[i + 1]) (iota (i64.max 0 (length xs - 1))))
  in (and (map in_order sorted), i64.sum (irregular.lengths sorted))
