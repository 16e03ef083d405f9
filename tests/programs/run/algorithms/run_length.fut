-- Run-length encoding: borders by comparison with the neighbour, lengths by differences.
-- ==
-- input { [7, 7, 7, 2, 2, 9] } output { [7, 2, 9] [3i64, 2i64, 1i64] }
-- input { [5] } output { [5] [1i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }
def main [n] (xs: [n]i32) =
  let starts = filter (\i -> i == 0 || xs[i - 1] != xs[i]) (iota n)
  let k = length starts
  in ( map (\i -> xs[i]) starts
     , map (\j -> (if j + 1 < k then starts[j + 1] else n) - starts[j]) (indices starts)
     )
