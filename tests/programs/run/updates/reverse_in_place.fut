-- A row gets its own reverse, which has to be read before it is written.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[3, 2, 1], [4, 5, 6]] }
def main [n] [m] (xss: *[n][m]i32) : [n][m]i32 =
  let row = copy (reverse xss[0])
  in xss with [0] = row
