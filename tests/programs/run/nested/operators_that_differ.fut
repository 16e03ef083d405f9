-- Reductions and scans in maps whose operator, or neutral value, is another one at each point.
-- ==
-- entry: polynomials
-- input { [2i64, 3i64, 10i64, 7i64] [7i64, 100i64, 1000i64, 2i64] [[1i64, 2i64, 3i64], [], [4i64, 5i64, 6i64, 7i64], [1i64]] }
-- output { [4i64, 0i64, 567i64, 1i64] }

-- ==
-- entry: prefixes
-- input { [3i64, 100i64, 5i64] [[1i64, 2i64, 3i64, 1i64], [5i64], []] }
-- output { [[1i64, 0i64, 0i64, 1i64], [5i64], []] }
-- input { empty([0]i64) empty([0][0]i64) } output { empty([0][0]i64) }

-- ==
-- entry: smallest
-- input { [9i64, 2i64, 5i64] [[12i64, 4i64], [], [7i64]] } output { [4i64, 2i64, 5i64] }

-- ==
-- entry: tables
-- input {
--   [[0i64, 1i64, 2i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64], [0i64, 1i64, 2i64, 1i64, 2i64, 0i64, 2i64, 0i64, 1i64]]
--   [[1i64, 0i64, 2i64, 1i64], [1i64, 0i64, 1i64, 2i64, 1i64]]
-- }
-- output { [2i64, 2i64] }

-- ==
-- entry: regular
-- input { [10i64, 7i64] [[3i64, 4i64, 5i64], [3i64, 4i64, 5i64]] } output { [[3i64, 2i64, 0i64], [3i64, 5i64, 4i64]] }

-- ==
-- entry: deep
-- input { [[3i64, 5i64], [], [2i64]] } output { [[2i64, 4i64], [], [1i64]] }

-- Horner's rule: pairs of a value and a power.
entry polynomials [n] (xs: [n]i64) (ms: [n]i64) (rows: [n][?]i64) : [n]i64 =
  map3 (\x m row ->
          (reduce (\(a, p) (b, q) -> ((a * q + b) % m, (p * q) % m))
                  (0, 1)
                  (map (\c -> (c, x)) row)).0)
       xs
       ms
       rows

entry prefixes [n] (ms: [n]i64) (rows: [n][?]i64) : [n][?]i64 =
  map2 (\m row -> scan (\a b -> (a + b) % m) 0 row) ms rows

entry smallest [n] (limits: [n]i64) (rows: [n][?]i64) : [n]i64 =
  map2 (\limit row -> reduce i64.min limit row) limits rows

-- The operator looks into an array of its point.
entry tables [n] [k] (tables: [n][k]i64) (rows: [n][?]i64) : [n]i64 =
  map2 (\table row -> reduce (\a b -> table[3 * a + b]) 0 row) tables rows

entry regular [n] [m] (ms: [n]i64) (rows: [n][m]i64) : [n][m]i64 =
  map2 (\k row -> scan (\a b -> (a * b) % k) 1 row) ms rows

-- At two levels.
entry deep [n] (rows: [n][?]i64) : [n][?]i64 =
  map (\row -> map (\k -> reduce (\a b -> i64.max a b % k) 0 (iota k)) row) rows
