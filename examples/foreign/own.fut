-- Functions in a C file of one's own: scalars in a loop, rows of different lengths, a result whose
-- size C decides, a failure, and rows as a result.
--
--   planish test --link own.c own.fut
-- ==
-- entry: lengths
-- input { [3f64, 6f64] [4f64, 8f64] } output { [5f64, 10f64] }

-- ==
-- entry: means
-- input { [[1f64, 3f64], [], [5f64]] } output { [2f64, 0f64, 5f64] }

-- ==
-- entry: divisors
-- input { 12i64 } output { [1i64, 2i64, 3i64, 4i64, 6i64, 12i64] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: countdowns
-- input { [3i64, 0i64, 1i64] } output { [[2i64, 1i64, 0i64], [], [0i64]] }

-- ==
-- entry: divisors_of_all
-- input { [4i64, 7i64] } output { [3i64, 2i64] }

-- ==
-- entry: roots
-- input { [4f64, 9f64] } output { [2f64, 3f64] }
-- input { [4f64, -1f64] } error: negative|x >= 0

#[foreign(cpu, own_length)]
def length_of (x: f64) (y: f64) : f64 = f64.sqrt (x * x + y * y)

entry lengths [n] (xs: [n]f64) (ys: [n]f64) : [n]f64 = map2 length_of xs ys

#[foreign(cpu, own_means)]
def means_of [n] (rows: [n][?]f64) : [n]f64 =
  map (\row -> f64.sum row / f64.i64 (i64.max 1 (length row))) rows

entry means [n] (rows: [n][?]f64) : [n]f64 = means_of rows

#[foreign(cpu, own_divisors)]
def divisors_of (n: i64) : ?[k].[k]i64 = filter (\d -> n % d == 0) (map (+ 1) (iota n))

entry divisors (n: i64) : []i64 = divisors_of n

entry divisors_of_all [n] (xs: [n]i64) : [n]i64 = map (\x -> length (divisors_of x)) xs

#[foreign(cpu, own_countdowns)]
def countdowns_of [n] (xs: [n]i64) : [n][?]i64 = map (\x -> reverse (iota x)) xs

entry countdowns [n] (xs: [n]i64) : [n][?]i64 = countdowns_of xs

#[foreign(cpu, own_roots)]
def roots_of [n] (xs: [n]f64) : [n]f64 =
  map (\x -> assert (x >= 0) (f64.sqrt x)) xs

entry roots [n] (xs: [n]f64) : [n]f64 = roots_of xs
