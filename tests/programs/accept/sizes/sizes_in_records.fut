-- Fields with sizes.
def f [n] (r: {xs: [n]i32, ys: [n]i32}) : [n](i32, i32) = zip r.xs r.ys
def g (n: i64) : {idx: [n]i64, value: [n]bool} = {idx = iota n, value = replicate n true}
