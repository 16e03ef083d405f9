-- A coercion makes it regular.
def f [n] (xss: [n][?]i32) (m: i64) : [n][m]i32 = xss :> [n][m]i32
