-- Recursion through a map over rows of an irregular array, with results of unknown size.
-- ==
-- input { [3i64, 1i64, 2i64, 9i64, 4i64, 4i64, 0i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 4i64, 9i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

def sort [n] (xs: [n]i64) : []i64 =
  if n < 2
  then xs
  else let pivot = xs[0]
       let part sign = filter (\x -> i64.sgn (x - pivot) == sign) xs
       let parts = map part [-1, 0, 1] : [3][?]i64
       let sorted = map2 (\i row -> if i == 1 then row else sort row) (iota 3) parts : [3][?]i64
       in irregular.flatten sorted

def main (xs: []i64) = sort xs
