-- Flattening two, three and four dimensions.
-- ==
-- input { } output { [0i64, 1i64, 2i64, 10i64, 11i64, 12i64] [0i64, 1i64, 10i64, 11i64, 100i64, 101i64, 110i64, 111i64] 16i64 true }
def main =
  let a = tabulate_2d 2 3 (\i j -> 10 * i + j)
  let b = tabulate_3d 2 2 2 (\i j k -> 100 * i + 10 * j + k)
  let c = flatten_4d (replicate 2 b)
  in (flatten a, flatten_3d b, length c, c[15] == 111)
