-- All shortest paths: a loop of maps over a matrix.
-- ==
-- input { [[0, 3, 100], [100, 0, 1], [2, 100, 0]] } output { [[0, 3, 4], [3, 0, 1], [2, 5, 0]] }
def main [n] (d: [n][n]i32) : [n][n]i32 =
  loop d for k < n do
    tabulate_2d n n (\i j -> i32.min d[i, j] (d[i, k] + d[k, j]))
