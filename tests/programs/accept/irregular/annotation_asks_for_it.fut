-- An annotation makes the result of a map irregular.
def f [n] (ns: [n]i64) : [n][?]i64 = map iota ns
def g [n] (xss: [n][?]i32) : [n][?]i32 = map (filter (> 0)) xss
