-- Repeated multiplication of a matrix.
-- ==
-- input { [[1, 1], [1, 0]] 10 } output { [[89, 55], [55, 34]] }
-- input { [[1, 1], [1, 0]] 0 } output { [[1, 0], [0, 1]] }
def matmul [n] (a: [n][n]i32) (b: [n][n]i32) : [n][n]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a

def main [n] (a: [n][n]i32) (k: i32) : [n][n]i32 =
  loop m = tabulate_2d n n (\i j -> i32.bool (i == j)) for _i < k do matmul m a
