-- A reduction over indices finds the longest row.
-- ==
-- input { [[1], [2, 3, 4], [5, 6]] } output { [2, 3, 4] }
-- input { [[], []] } output { empty([0]i32) }
def main [n] (xss: [n][?]i32) : []i32 =
  let lengths = irregular.lengths xss
  let longest = reduce (\i j -> if lengths[i] >= lengths[j] then i else j) 0 (iota n)
  in xss[longest]
