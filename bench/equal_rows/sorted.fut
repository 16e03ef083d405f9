-- Steps of a sorting network: updates in place.
def pass [m] (xs: *[m]i32) (first: i64) : *[m]i32 =
  loop ys = xs for i < (m - first) / 2 do
    let (a, b) = (ys[first + 2 * i], ys[first + 2 * i + 1])
    in ys with [first + 2 * i] = i32.min a b with [first + 2 * i + 1] = i32.max a b

entry regular [n] [m] (xss: [n][m]i32) : [n][m]i32 = map (\xs -> pass (pass (copy xs) 0) 1) xss
entry irregular [n] (xss: [n][?]i32) : [n][?]i32 = map (\xs -> pass (pass (copy xs) 0) 1) xss
