-- Rows read before an update keep their values.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] }
def main [n] [m] (xss: *[n][m]i32) : [n][m]i32 =
  let a = copy xss[0]
  let b = copy xss[1]
  in (xss with [0] = b) with [1] = a
