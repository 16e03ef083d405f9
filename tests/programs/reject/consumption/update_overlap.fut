def row [n] [m] (xss: *[n][m]i32) : [n][m]i32 = xss with [0] = xss[1]

def through_name [n] [m] (xss: *[n][m]i32) : [n][m]i32 =
  let row = xss[1]
  let xss[0] = row
  in xss

def slice (xs: *[]i32) : []i32 = xs with [0:2] = xs[1:3]
