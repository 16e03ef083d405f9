-- A loop parameter with an irregular type may be updated only if the type has a `*`.
def f [n] (xss: [n][?]i32) : [n][?]i32 =
  loop rows: [n][?]i32 = copy xss for i < n do rows with [i] = [7]
