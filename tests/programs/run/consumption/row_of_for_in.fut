-- A row taken by `for` is copied and updated; the matrix stays as it was.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] [4, 0] }
def main [n] [m] (xss: [n][m]i32) =
  let sums =
    loop acc = replicate m 0 for xs in xss do
      let row = copy xs
      let row[1] = 0
      in map2 (+) acc (map2 (\a b -> a + b) row (replicate m 0))
  in (xss, sums)
