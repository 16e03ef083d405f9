-- A loop parameter of an irregular type with a star is updated in place.
-- ==
-- input { [[1, 2], [], [3]] } output { [[0, 2], [10, 20], [2]] }
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
def main [n] (xss: [n][?]i32) : [n][?]i32 =
  (loop (rows: *[n][?]i32, k) = (copy xss, 0) for i < n do
     if null rows[i] then (rows with [i] = [10, 20], k + 1) else (rows with [i, 0] = k, k + 1)).0
