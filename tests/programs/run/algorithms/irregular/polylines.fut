-- Rows of points with three coordinates: lengths, boxes, reversed parts.
-- Floats within 4 ulps: the lengths of the parts of a line are added in another order where vectors are wider.
-- ==
-- entry: main
-- input { empty([0][?][3]f64) }
-- output { empty([0]f64) empty([0][2][3]f64) empty([0][?][3]f64) }
-- input { [[[3.0f64, 3.0f64, 1.0f64]], [[0.0f64, 3.0f64, 4.0f64], [1.0f64, 5.0f64, 3.0f64], [2.0f64, 1.0f64,
-- 0.0f64]], [[3.0f64, 2.0f64, 4.0f64], [4.0f64, 4.0f64, 2.0f64]]] }
-- output { [0.0f64, 7.548509256375962f64, 3.0f64] [[[3.0f64, 3.0f64, 1.0f64], [3.0f64, 3.0f64, 1.0f64]], [[0.0f64,
-- 1.0f64, 0.0f64], [2.0f64, 5.0f64, 4.0f64]], [[3.0f64, 2.0f64, 2.0f64], [4.0f64, 4.0f64, 4.0f64]]] [[[3.0f64,
-- 3.0f64, 1.0f64]], [[2.0f64, 1.0f64, 0.0f64], [0.0f64, 3.0f64, 4.0f64]], [[3.0f64, 2.0f64, 4.0f64]]] }
-- input { [[[0.0f64, 2.0f64, 5.0f64], [4.0f64, 5.0f64, 0.0f64], [2.0f64, 2.0f64, 4.0f64], [5.0f64, 5.0f64, 2.0f64],
-- [3.0f64, 2.0f64, 5.0f64], [5.0f64, 2.0f64, 2.0f64], [5.0f64, 1.0f64, 4.0f64]], [[0.0f64, 3.0f64, 4.0f64]]] }
-- output { [27.67868339161062f64, 0.0f64] [[[0.0f64, 1.0f64, 0.0f64], [5.0f64, 5.0f64, 5.0f64]], [[0.0f64, 3.0f64,
-- 4.0f64], [0.0f64, 3.0f64, 4.0f64]]] [[[5.0f64, 1.0f64, 4.0f64], [3.0f64, 2.0f64, 5.0f64], [2.0f64, 2.0f64, 4.0f64],
-- [0.0f64, 2.0f64, 5.0f64]], [[0.0f64, 3.0f64, 4.0f64]]] }

-- Polylines with three coordinates per corner: lengths, boxes, and every second corner reversed.
-- ==
-- entry: nothing
-- input { empty([3][?: 2, 0, 1][0]i64) }
-- output { [2i64, 0i64, 1i64] empty([3][?: 4, 0, 2][0]i64) empty([3][?: 2, 0, 1][0][2]i64) }
entry main [n] (lines: [n][?][3]f64) : ([n]f64, [n][2][3]f64, [n][?][3]f64) =
  let part a b = f64.sqrt (f64.sum (map2 (\x y -> (x - y) * (x - y)) a b))
  let measure (line: [][3]f64) = if length line < 2 then 0 else f64.sum (map2 part (init line) (tail line))
  let box (line: [][3]f64) : [2][3]f64 =
    let columns = transpose line
    in [map (reduce f64.min f64.inf) columns, map (reduce f64.max (-f64.inf)) columns]
  let halved: [n][?][3]f64 = map (\line -> reverse line[::2]) lines
  in (map measure lines, map box lines, halved)

entry nothing [n] (lines: [n][?][0]i64) : ([n]i64, [n][?][0]i64, [n][?][0][2]i64) =
  (map length lines, map (\l -> l ++ l) lines, map (map (map (\x -> [x, x]))) lines)
