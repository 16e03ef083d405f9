-- One unknown size shared by two results.
-- ==
-- input { [5, -2, 7] } output { [5, 7] [0i64, 2i64] 14i64 }
def positive [n] (xs: [n]i32) : ?[k].([k]i32, [k]i64) =
  unzip (filter (\(x, _) -> x > 0) (zip xs (iota n)))

def main (xs: []i32) =
  let (values, positions) = positive xs
  in (values, positions, i64.sum (map2 (\v p -> i64.i32 v * p) values positions))
