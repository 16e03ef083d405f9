-- Slices of slices, of reversed arrays and of transposed ones.
-- ==
-- input { [0, 1, 2, 3, 4, 5, 6, 7] } output { [5, 3] [6, 4] [[1, 5], [3, 7]] }
def main [n] (xs: [n]i32) =
  let yss = transpose (unflatten (sized (2 * 4) xs))
  in (xs[::-1][2:6:2], xs[2:7][4:1:-2], yss[1::2])
