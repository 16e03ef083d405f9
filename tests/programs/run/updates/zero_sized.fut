-- Updates that write nothing.
-- ==
-- input { 3i64 } output { empty([3][0]i32) empty([0]i32) }
def main (n: i64) =
  let xss: *[n][0]i32 = replicate n []
  let ys: *[0]i32 = []
  in (xss with [1] = [], ys with [0:0] = [])
