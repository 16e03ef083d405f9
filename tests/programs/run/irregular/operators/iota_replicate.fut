-- Rows that are made of numbers: counted, repeated, with steps, and rows of rows.
-- Checklist: 7, 49, 75.
-- ==
-- entry: counted
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[], []] }
-- input { [2i64, 0i64, 5i64, 1i64] } output { [[0i64, 1i64], [], [0i64, 1i64, 2i64, 3i64, 4i64], [0i64]] }
-- input { [0i64, 40i64, 0i64, 1i64] }
-- output { [[], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64,
-- 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64, 30i64, 31i64,
-- 32i64, 33i64, 34i64, 35i64, 36i64, 37i64, 38i64, 39i64], [], [0i64]] }

-- ==
-- entry: repeated
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[], []] }
-- input { [2i64, 0i64, 5i64, 1i64] } output { [[0i64, 0i64], [], [10i64, 10i64, 10i64, 10i64, 10i64], [3i64]] }
-- input { [0i64, 40i64, 0i64, 1i64] }
-- output { [[], [40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64,
-- 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64,
-- 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64, 40i64], [], [3i64]] }

-- ==
-- entry: with_steps
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [1i64, 2i64] } output { [[1i64], [1i64]] }
-- input { [3i64, 1i64, 7i64, 4i64] } output { [[1i64, 3i64], [1i64], [1i64, 3i64, 5i64, 7i64], [1i64, 3i64]] }

-- ==
-- entry: down
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [1i64, 2i64] } output { [[1i64], [2i64, 1i64]] }
-- input { [3i64, 1i64, 7i64, 4i64] }
-- output { [[3i64, 2i64, 1i64], [1i64], [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64], [4i64, 3i64, 2i64, 1i64]] }

-- ==
-- entry: triangles
-- input { empty([0]i64) } output { empty([0][?][?]i64) }
-- input { [0i64, 0i64] } output { [[], []] }
-- input { [1i64, 1i64] } output { [[[]], [[]]] }
-- input { [2i64, 0i64, 5i64, 1i64] }
-- output { [[[], [0i64]], [], [[], [0i64], [0i64, 1i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64, 3i64]], [[]]] }

-- ==
-- entry: copies_of_rows
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0][?][?]i32) }
-- input { [2i64, 0i64, 1i64] [[], [], []] } output { [[[], []], [], [[]]] }
-- input { [2i64, 3i64, 0i64, 1i64, 2i64] [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [[[3, -1, 2], [3, -1, 2]], [[], [], []], [], [[]], [[0, 7], [0, 7]]] }

-- ==
-- entry: sums_of_counted
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [0i64, 0i64] } output { [0i64, 0i64] }
-- input { [2i64, 0i64, 5i64, 1i64] } output { [0i64, 0i64, 10i64, 0i64] }
-- input { [0i64, 40i64, 0i64, 1i64] } output { [0i64, 9880i64, 0i64, 0i64] }
entry counted [n] (ns: [n]i64) : [n][?]i64 = map iota ns
entry repeated [n] (ns: [n]i64) : [n][?]i64 = map2 (\n i -> replicate n (i * n)) ns (iota n)
entry with_steps [n] (ns: [n]i64) : [n][?]i64 = map (\n -> 1..3...n) ns
entry down [n] (ns: [n]i64) : [n][?]i64 = map (\n -> n..n - 1...1) ns
entry triangles [n] (ns: [n]i64) : [n][?][?]i64 = map (\n -> map iota (iota n)) ns

entry copies_of_rows [n] (ns: [n]i64) (xss: [n][?]i32) : [n][?][?]i32 =
  map2 (\n xs -> replicate n xs) ns xss

entry sums_of_counted [n] (ns: [n]i64) : [n]i64 =
  map (\n -> i64.sum (map (\i -> i64.sum (iota i)) (iota n))) ns
