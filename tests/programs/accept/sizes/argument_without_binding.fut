-- Arguments that are expressions without bindings become sizes.
def f (n: i64) : [n + 2]i64 = iota (n + 2)
def g (xs: []i32) : []i64 = iota (length xs)
def h (p: (i64, i64)) : [p.0]i64 = iota p.0
