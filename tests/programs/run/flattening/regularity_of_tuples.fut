-- A map that gives a number, a row of a fixed length, a row of its own length and a value that is the same for all:
-- each part is as regular as it can be, whatever the others are.
-- Checklist: 12, 71, 72, 73, 99, 102.
-- ==
-- input { [1, 2] [[1, -2], [], [3]] }
-- output { [-1, 0, 3] [[2, 4], [0, 0], [1, 2]] [[1], [], [3]] [3, 3, 3] [[[1, -2], [1]], [[], []], [[3], [3]]] }
-- input { [5] [[1, 2, 3], [-1]] }
-- output { [6, -1] [[15], [5]] [[1, 2, 3], []] [5, 5] [[[1, 2, 3], [1, 2, 3]], [[-1], []]] }
entry main [n] [m] (weights: [m]i32) (xss: [n][?]i32)
    : ([n]i32, [n][m]i32, [n][?]i32, [n]i32, [n][2][?]i32) =
  let all = i32.sum weights
  let parts = map (\xs -> (i32.sum xs, map (* i32.i64 (length xs)) weights, all)) xss
  let kept: [n][?]i32 = map (filter (> 0)) xss
  let pairs: [n][2][?]i32 = map2 (\xs ys -> [xs, ys]) xss kept
  in (map (.0) parts, map (.1) parts, kept, map (.2) parts, pairs)
