-- The `*` of a loop parameter with an irregular type.
def alone [n] (xss: [n][?]i32) : [n][?]i32 =
  loop rows: *[n][?]i32 = copy xss for i < n do rows with [i] = [7]
def from_regular (n: i64) : [n][?]i64 =
  loop rows: *[n][?]i64 = replicate n [1] for i < n do rows with [i] = iota i
def in_tuple [n] (xss: *[n][?]i32) (ys: *[n]i32) : ([n][?]i32, [n]i32) =
  loop (rows, zs): (*[n][?]i32, *[n]i32) = (xss, ys) for i < n do (rows with [i] = [7], zs with [i] = 2)
