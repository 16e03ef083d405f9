-- Operators on two values, each of which is outside of the map, the same kind of thing in every row, or something in a
-- row of its own length: all nine combinations.
-- Checklist: 16, 72, 74, 75, 76, 102.
-- ==
-- entry: numbers
-- input { 1 empty([0]i32) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { 2 [1, 2] [[], []] } output { [[], []] }
-- input { 3 [1, -1, 2] [[4, 5], [], [6]] } output { [[54, 67], [], [98]] }

-- ==
-- entry: arrays
-- input { [1, 2] [[3, 4], [5, 6], [0, 1]] [[7], [], [1, 2, 3]] }
-- output { [[3, 15, 18, 7, 35, 42, 7, 35, 42], [3, 27, 0, 11, 99, 0, 0, 0, 0], [3, -3, 9, 1, -1, 3, 6, -6, 18]] }
entry numbers [n] (k: i32) (ks: [n]i32) (xss: [n][?]i32) : [n][?]i32 =
  map2 (\r xs ->
          map (\x ->
                 (k + k) + (k + r) + (k + x) + (r + k) + (r + r) + (r * x) + (x + k) + (x * r)
                 + (x * x))
              xs)
       ks
       xss

-- The same with whole arrays: an array from outside, a row of a matrix, and a row of any length.
entry arrays [n] [m] (ys: [m]i32) (yss: [n][m]i32) (xss: [n][?]i32) : [n][9]i32 =
  let dot as bs = i32.sum (map (\a -> i32.sum (map (\b -> a * b - a) bs)) as)
  in map2 (\rs xs ->
             [dot ys ys, dot ys rs, dot ys xs, dot rs ys, dot rs rs, dot rs xs, dot xs ys,
              dot xs rs, dot xs xs])
          yss
          xss
