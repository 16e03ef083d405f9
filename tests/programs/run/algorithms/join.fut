-- An inner join of two tables by a nested map and a filter of all pairs.
-- ==
-- input { [1, 2, 2] [10, 20, 30] [2, 1, 3] [7, 8, 9] } output { [1, 2, 2] [10, 20, 30] [8, 7, 7] }
def main [n] [m] (ka: [n]i32) (a: [n]i32) (kb: [m]i32) (b: [m]i32) =
  flatten (map2 (\k x -> map2 (\l y -> (k == l, k, x, y)) kb b) ka a)
  |> filter (.0)
  |> map (\(_, k, x, y) -> (k, x, y))
  |> unzip3
