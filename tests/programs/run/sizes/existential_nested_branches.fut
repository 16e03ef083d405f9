-- Branches in branches; rows of a matrix with an unknown number of columns.
-- ==
-- input { 0i64 } output { [[1i64]] }
-- input { 1i64 } output { [[0i64, 1i64], [2i64, 3i64]] }
-- input { 2i64 } output { empty([0][3]i64) }
def main (k: i64) : [][]i64 =
  if k == 0
  then [[1]]
  else if k == 1
  then unflatten (iota (2 * 2))
  else replicate 0 (iota 3)
