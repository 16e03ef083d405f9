-- Polymorphic and higher-order functions over rows of numbers, of booleans and of pairs.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]bool) }
-- output { empty([0][?]i64) empty([0]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]bool) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([2][?: 0, 0]bool) }
-- output { empty([0][?]i64) [0i64, 0i64] empty([1][?: 0]i64) empty([2][?: 0, 0]i64) empty([2][?: 0, 0]bool)
-- empty([1][?: 0]i64) }
-- input { [[1i64, 2i64, 3i64], [4i64], [], [6i64, 8i64]] [[true], [], [false, true]] }
-- output { [[2i64], [6i64, 8i64]] [1i64, 0i64, 2i64] [[1i64, 2i64, 3i64, 3i64, 2i64, 1i64], [4i64, 4i64], [], [6i64,
-- 8i64, 8i64, 6i64]] [[0i64], [], [0i64, 1i64]] [[true], [], [false, true]] [[4i64, 6i64, 8i64], [10i64], [], [14i64,
-- 18i64]] }
-- input { [[], [-9i64, 0i64, -9i64, 19i64], [15i64, 2i64], [20i64, 0i64], [3i64, 11i64, 20i64, 19i64], [20i64, 12i64,
-- -7i64, 12i64, 18i64, 2i64], [], [], [14i64, 15i64, 18i64, -4i64]] [[false], [], [true, false, false], [false, true,
-- true, false], [true, true]] }
-- output { [[0i64], [2i64], [20i64, 0i64], [20i64], [20i64, 12i64, 12i64, 18i64, 2i64], [14i64, 18i64, -4i64]] [1i64,
-- 0i64, 3i64, 4i64, 2i64] [[], [-9i64, 0i64, -9i64, 19i64, 19i64, -9i64, 0i64, -9i64], [15i64, 2i64, 2i64, 15i64],
-- [20i64, 0i64, 0i64, 20i64], [3i64, 11i64, 20i64, 19i64, 19i64, 20i64, 11i64, 3i64], [20i64, 12i64, -7i64, 12i64,
-- 18i64, 2i64, 2i64, 18i64, 12i64, -7i64, 12i64, 20i64], [], [], [14i64, 15i64, 18i64, -4i64, -4i64, 18i64, 15i64,
-- 14i64]] [[0i64], [], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64, 3i64], [0i64, 1i64]] [[false], [], [true, false, false],
-- [false, true, true, false], [true, true]] [[], [-16i64, 2i64, -16i64, 40i64], [32i64, 6i64], [42i64, 2i64], [8i64,
-- 24i64, 42i64, 40i64], [42i64, 26i64, -12i64, 26i64, 38i64, 6i64], [], [], [30i64, 32i64, 38i64, -6i64]] }

def map_rows [n] 'a 'b (f: a -> b) (xss: [n][?]a) : [n][?]b = map (map f) xss

def rows_where [n] 'a (p: []a -> bool) (xss: [n][?]a) : [][?]a = filter p xss

def extend [n] 'a (f: []a -> []a) (xss: [n][?]a) : [n][?]a = map2 (++) xss (map f xss : [n][?]a)

def number [n] 'a (xss: [n][?]a) : [n][?](i64, a) = map (\row -> zip (indices row) row) xss

def compose_rows [n] 'a 'b 'c (f: [n][?]a -> [n][?]b) (g: [n][?]b -> [n][?]c) (xss: [n][?]a)
    : [n][?]c = g (f xss)

entry main [n] [m] (xss: [n][?]i64) (yss: [m][?]bool)
    : ([][?]i64, [m]i64, [n][?]i64, [m][?]i64, [m][?]bool, [n][?]i64) =
  let long = rows_where (\row -> length row > 1) xss
  let even = map (filter (\x -> x % 2 == 0)) long : [][?]i64
  let numbered = number yss
  let parts = irregular.unzip numbered
  let both = compose_rows (map_rows (+ 1)) (map_rows (* 2)) xss
  in (even, irregular.lengths yss, extend reverse xss, parts.0, parts.1, both)
