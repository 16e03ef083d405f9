-- The divisors of every number: filters of different lengths.
-- ==
-- input { [6i64, 1i64, 7i64, 0i64] } output { [[1i64, 2i64, 3i64, 6i64], [1i64], [1i64, 7i64], []] [4i64, 1i64, 2i64, 0i64] }
def divisors (n: i64) : []i64 = filter (\d -> n % d == 0) (map (+ 1) (iota n))

def main [k] (ns: [k]i64) : ([k][?]i64, [k]i64) =
  let all: [k][?]i64 = map divisors ns
  in (all, irregular.lengths all)
