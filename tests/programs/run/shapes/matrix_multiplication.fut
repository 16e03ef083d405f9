-- Matrix product in three ways.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] [[1, 0, 2], [0, 1, 3]] }
-- output { [[1, 2, 8], [3, 4, 18], [5, 6, 28]] true true }
-- input { empty([0][2]i32) [[1], [1]] } output { empty([0][1]i32) true true }
def dot [n] (xs: [n]i32) (ys: [n]i32) : i32 = i32.sum (map2 (*) xs ys)

def by_dot [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> map (dot r) (transpose b)) a

def by_rows [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> reduce (map2 (+)) (replicate p 0) (map2 (\x row -> map (* x) row) r b)) a

def by_loop [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  tabulate_2d n p (\i j -> loop s = 0 for k < m do s + a[i, k] * b[k, j])

def equal [n] [m] (a: [n][m]i32) (b: [n][m]i32) : bool = and (map2 (==) (flatten a) (flatten b))

def main [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) =
  let c = by_dot a b
  in (c, equal c (by_rows a b), equal c (by_loop a b))
