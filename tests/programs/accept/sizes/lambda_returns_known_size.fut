-- A size from outside of the lambda.
def f [n] [m] (xss: [n][m]i32) : [n][m]i64 = map (\_ -> iota m) xss
def g (n: i64) (k: i64) : [n][k]i64 = map (\i -> replicate k i) (iota n)
