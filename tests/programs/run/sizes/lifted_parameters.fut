-- A function that is given as an argument may give arrays of another size with each call, even if its result is a type
-- parameter.

-- ==
-- entry: two_calls
-- input { 1i64 2i64 } output { [0i64, 1i64] [0i64] }

#[noinline]
def swapped '^a '^b (f: a -> b) (x: a) (y: a) = let first = f x in (f y, first)

entry two_calls (n: i64) (m: i64) = swapped iota n m

-- ==
-- entry: through_another
-- input { 1i64 2i64 } output { [0i64, 1i64] [0i64] }

#[noinline]
def through '^c (f: i64 -> c) (x: i64) (y: i64) = swapped f x y

entry through_another (n: i64) (m: i64) = through iota n m

-- ==
-- entry: branches
-- input { true 1i64 2i64 } output { [0i64] [0i64, 1i64] }
-- input { false 1i64 2i64 } output { [0i64, 1i64] [0i64] }

def in_order '~a '~b (c: bool) (f: a -> b) (x: a) (y: a) =
  let first = f x
  let second = f y
  in if c then (first, second) else (second, first)

entry branches (c: bool) (n: i64) (m: i64) = in_order c iota n m

-- ==
-- entry: one_of_two
-- input { true 1i64 2i64 } output { [0i64] }
-- input { false 1i64 2i64 } output { [0i64, 1i64] }

def chosen '~a '~b (c: bool) (f: a -> b) (x: a) (y: a) =
  let first = f x
  let second = f y
  in if c then first else second

entry one_of_two (c: bool) (n: i64) (m: i64) = chosen c iota n m

-- ==
-- entry: known
-- input { [1i64, 2i64] } output { [4i64, 6i64] [1i64, 1i64] }

-- Sizes that are known stay known.
entry known [n] (xs: [n]i64) = let (a, b) = swapped (map (+ 1)) xs (map (\x -> x - 1) xs) in (map2 (+) a (map (+ 1) b), map2 (-) b a)
