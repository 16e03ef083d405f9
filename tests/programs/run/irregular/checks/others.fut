-- What else can fail inside of rows: division, assertions, coercions, slices, sizes, updates.
-- Checklist: 54, 59.
-- ==
-- entry: division
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], []] } output { [[], []] }
-- input { [[1, 2], [], [3]] } output { [[3, 1], [], [1]] }
-- input { [[1, 2], [], [3, 0]] } error: division by zero

-- ==
-- entry: assertion
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], []] } output { [0, 0] }
-- input { [[1, 2], [], [3]] } output { [6, 0, 6] }
-- input { [[1, 2], [], [3, 0]] } error: Assertion is false

-- ==
-- entry: coercion
-- input { [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] }
-- input { [[1, 2], [], [3, 0]] } error: cannot match shape of type

-- ==
-- entry: slice
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[1, 2, 3], [3, 4, 5, 6]] } output { [5, 9] }
-- input { [[1, 2, 3], [1, 2]] } error: Index \[1:3\] out of bounds for array of shape \[2\]

-- ==
-- entry: negative_size
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [2i64, 0i64, 3i64] } output { [[2i64, 2i64], [], [3i64, 3i64, 3i64]] }
-- input { [2i64, -1i64, 3i64] } error: Range 0..1..<-1 is invalid

-- ==
-- entry: bad_range
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [2i64, 5i64, 11i64] } output { [[0i64, 2i64, 4i64, 6i64, 8i64, 10i64], [0i64, 5i64, 10i64], [0i64]] }
-- input { [2i64, 0i64, 3i64] } error: invalid

-- ==
-- entry: update
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[1, 2, 3], [3, 4, 5, 6]] } output { [[1, 2, 0], [3, 4, 0, 6]] }
-- input { [[1, 2, 3], [1, 2]] } error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: lengths_differ
-- input { empty([0][?]i32) empty([0][?]i32) } output { empty([0]i32) }
-- input { [[1, 2], []] [[3, 4], []] } output { [11, 0] }
-- input { [[1, 2], []] [[3], [4]] } error: Assertion is false
entry division [n] (xss: [n][?]i32) : [n][?]i32 = map (\xs -> map (\x -> i32.sum xs / x) xs) xss

entry assertion [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> i32.sum (map (\x -> assert (x > 0) (x * 2)) xs)) xss

entry coercion [n] (xss: [n][?]i32) : [n][2]i32 = map (\xs -> map (+ 1) xs :> [2]i32) xss
entry slice [n] (xss: [n][?]i32) : [n]i32 = map (\xs -> i32.sum xs[1:3]) xss
entry negative_size [n] (ks: [n]i64) : [n][?]i64 = map (\k -> replicate k k) ks
entry bad_range [n] (ks: [n]i64) : [n][?]i64 = map (\k -> 0..k...10) ks
entry update [n] (xss: [n][?]i32) : [n][?]i32 = map (\xs -> copy xs with [2] = 0) xss

entry lengths_differ [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n]i32 =
  map (\ps -> i32.sum (map (\(x, y) -> x * y) ps)) (irregular.zip xss yss)
