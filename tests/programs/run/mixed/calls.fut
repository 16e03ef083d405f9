-- Functions of a NESL program: scalars, arrays, tuples, at several types, constants.
-- ==
-- entry: squares
-- input { 3i64 0.5f64 } output { 9i64 0.25f64 }

-- ==
-- entry: sorted
-- input { [3i64, 1i64, 2i64, 3i64] [2.5f64, -1.0f64] } output { [1i64, 2i64, 3i64, 3i64] [-1.0f64, 2.5f64] }

-- ==
-- entry: multiply
-- input { 0.0f64 1.0f64 } output { -1.0f64 0.0f64 }

-- ==
-- entry: turned
-- input { [1i64, 2i64] [true, false, false] } output { [2i64, 1i64] [false, false, true] }

-- ==
-- entry: zipped
-- input { [1i64, 2i64] [true, false] } output { [1i64, 2i64] [true, false] }

-- ==
-- entry: constants
-- input { } output { 100i64 [2i64, 3i64, 5i64, 7i64] 2.5f64 3i64 }

-- ==
-- entry: parity
-- input { 10i64 } output { true false }

-- ==
-- entry: quotient
-- input { 7i64 2i64 } output { 3i64 }
-- input { 7i64 0i64 } error: division by zero

-- ==
-- entry: unequal
-- input { [1i64, 2i64] [true] } error: different lengths

-- ==
-- entry: tag
-- input { 12i64 } output { 12i64 [49u8, 50u8] }

-- ==
-- entry: through_modules
-- input { 3i64 } output { 9i64 81i64 }

-- ==
-- entry: dice_are_the_same
-- input { 100i64 } output { true true }

import "lib/tools.nesl"
module tools = import "lib/tools.nesl"

entry squares (i: i64) (x: f64) : (i64, f64) = (square i, square x)
entry sorted (v: []i64) (w: []f64) : ([]i64, []f64) = (quicksort v, quicksort w)

def i_times (z: complex) : tools.complex = tools.times ((0, 1), z)
entry multiply (a: f64) (b: f64) = i_times (a, b)

entry turned [n] [m] (v: [n]i64) (w: [m]bool) = (backwards v :> [n]i64, backwards w :> [m]bool)
entry zipped (v: []i64) (w: []bool) = unzip (pairs (v, w))
entry constants = let (_, x, text) = mixture in (limit, small_primes, x, length text)
entry parity (n: i64) = (is_even n, is_odd n)
entry quotient (a: i64) (b: i64) : i64 = divide (a, b)
entry unequal (v: []i64) (w: []bool) : []i64 = map (.0) (tools.pairs (v, w))
entry tag (n: i64) : (i64, []u8) = tools.tag n
module squaring : { val square : i64 -> i64 } = import "lib/tools.nesl"
module twice (m: { val square : i64 -> i64 }) = { def f (x: i64) = m.square (m.square x) }
module fourth = twice squaring
entry through_modules (n: i64) = (squaring.square n, fourth.f n)

entry dice_are_the_same (n: i64) =
  (all (\x -> 1 <= x && x <= 6) (dice n), and (map2 (==) (dice n :> [n]i64) (dice n :> [n]i64)))
