-- Sums of rows with many empty ones among them, at all places, beside what sums of all elements before say.
-- ==
-- entry: sums
-- input { 0i64 300i64 } output { true }
-- input { 1i64 300i64 } output { true }
-- input { 2i64 300i64 } output { true }
-- input { 3i64 400i64 } output { true }
-- input { 4i64 300i64 } output { true }
-- input { 5i64 129i64 } output { true }
-- input { 5i64 64i64 } output { true }
-- input { 5i64 1i64 } output { true }
-- input { 3i64 0i64 } output { true }
-- input { 6i64 100i64 } output { true }
-- compiled input { 3i64 60000i64 } output { true }
-- compiled input { 0i64 60000i64 } output { true }

-- ==
-- entry: at_places
-- input { 0i64 300i64 -1i64 } output { true }
-- input { 3i64 200i64 -1i64 } output { true }
-- input { 4i64 10i64 -1i64 } output { true }
-- input { 6i64 40i64 -1i64 } output { true }
-- input { 6i64 40i64 0i64 } error: Index \[1000\] out of bounds
-- input { 6i64 40i64 2i64 } error: Index \[1000\] out of bounds
-- input { 6i64 40i64 3i64 } error: Index \[1000\] out of bounds
-- input { 6i64 40i64 11i64 } error: Index \[1000\] out of bounds
-- input { 6i64 40i64 479i64 } error: Index \[1000\] out of bounds

-- ==
-- entry: weighted
-- input { [0i64, 2i64, 0i64, 0i64, 3i64, 0i64] [1, 2, 3, 4, 5]
--         [100000000000i64, 1i64, -100000000000i64, 100000000000i64, 0i64, 100000000000i64] [10, 100] }
-- output { [0, 300, 0, 0, 120, 0] }
-- input { [2i64, 0i64] [1, 2] [2i64, 0i64] [10, 100] } error: Index \[2\] out of bounds

def length_of (kind: i64) (n: i64) (i: i64) : i64 =
  match kind
  case 0 -> if i % 7 == 3 then i * 7919 % 90 else 0
  case 1 -> if i == n - 1 then 100 else 0
  case 2 -> if i == 0 then 40 else 0
  case 3 -> i * 31 % 140
  case 4 -> 0
  case 5 -> if i < n / 2 then 5 else 0
  case _ -> 12

def values (count: i64) : [count]i32 = map (\i -> i32.i64 (i * 7919 % 1000) - 500) (iota count)

-- The sum of each row, from the sums of all elements up to each place.
def expected [n] [m] (lengths: [n]i64) (xs: [m]i64) : [n]i64 =
  let up_to = [0] ++ scan (+) 0 xs
  in map2 (\length end -> up_to[end] - up_to[end - length]) lengths (scan (+) 0 lengths)

def agree [n] (as: [n]i64) (bs: [n]i64) : bool = and (map2 (==) as bs)

entry sums (kind: i64) (n: i64) : bool =
  let lengths = map (length_of kind n) (iota n)
  let xs = values (i64.sum lengths)
  let rows = irregular.from_lengths lengths xs
  let plain = expected lengths (map i64.i32 xs)
  let squares = expected lengths (map (\x -> i64.i32 x * i64.i32 x) xs)
  in agree plain (map i64.i32 (map i32.sum rows))
     && agree plain (map (\row -> i64.sum (map i64.i32 row)) rows)
     && agree plain (map i64.f32 (map (\row -> f32.sum (map f32.i32 row)) rows))
     && agree squares (map (\row -> i64.sum (map (\x -> i64.i32 x * i64.i32 x) row)) rows)
     && agree squares (map (\row -> i64.f64 (f64.sum (map (\x -> f64.i32 x * f64.i32 x) row))) rows)

entry at_places (kind: i64) (n: i64) (bad: i64) : bool =
  let lengths = map (length_of kind n) (iota n)
  let count = i64.sum lengths
  let xs = values count
  let table = map (\i -> 3 * i - 7) (iota 50)
  let columns = map (\i -> if i == bad then 1000 else i * 17 % 50) (iota count)
  let rows = irregular.from_lengths lengths (zip xs columns)
  let sums = map (\row -> i64.sum (map (\(x, at) -> i64.i32 x * table[at]) row)) rows
  let single = map (\row -> f32.sum (map (\(_, at) -> f32.i64 table[at]) row)) rows
  let good = map (% 50) columns
  in agree sums (expected lengths (map2 (\x at -> i64.i32 x * table[at]) xs good))
     && agree (map i64.f32 single) (expected lengths (map (\at -> table[at]) good))

-- The weight of an empty row is not there, and nothing looks for it.
entry weighted [n] [m] [k] (lengths: [n]i64) (xs: [m]i32) (places: [n]i64) (table: [k]i32) : [n]i32 =
  let rows = irregular.from_lengths lengths xs
  in map2 (\row place -> i32.sum (map (\x -> x * table[place]) row)) rows places
