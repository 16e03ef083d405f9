type t = #foo[2]i32
def f (x: [n] [m]i32) = x with[1] = let[k] y = x in y
