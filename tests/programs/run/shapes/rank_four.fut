-- Indexing and slicing of arrays of rank four.
-- ==
-- input { } output { 1110i64 [[1000i64, 1001i64], [1010i64, 1011i64]] [100i64, 1100i64] }
def main =
  let a = tabulate 2 (\h -> tabulate_3d 2 2 2 (\i j k -> 1000 * h + 100 * i + 10 * j + k))
  in (a[1, 1, 1, 0], a[1, 0], a[:, 1, 0, 0])
