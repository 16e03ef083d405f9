-- Local functions polymorphic in sizes, used at different sizes, capturing an outer size.
-- ==
-- input { [1, 2, 3] [4, 5] } output { [3i64, 4i64, 5i64] [3i64, 4i64] 8i64 }
def main [n] (xs: [n]i32) (ys: []i32) =
  let positions [k] (as: [k]i32) : [k]i64 = map (+ n) (indices as)
  let size [k] (_: [k]i64) = k + n
  in (positions xs, positions ys, size (positions ys) + n)
