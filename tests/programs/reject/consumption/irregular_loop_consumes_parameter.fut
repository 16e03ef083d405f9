-- The `*` of an irregular loop parameter consumes the initial value.
def f [n] (xss: [n][?]i32) : [n][?]i32 =
  loop rows: *[n][?]i32 = xss for i < n do rows with [i] = [7]
