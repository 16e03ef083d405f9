-- Sizes that are expressions of several parameters.
-- Checklist: 41.
-- ==
-- input { [1, 2] [3, 4, 5] } output { [1, 2, 3, 4, 5, 1, 2] 7i64 [[3, 4, 5], [3, 4, 5]] }
def sandwich [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m + n]i32 = xs ++ ys ++ xs
def size [k] 'a (_: [k]a) : i64 = k

def main [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let zs = sandwich xs ys
  in (zs, size zs, replicate n ys)
