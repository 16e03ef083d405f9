-- Nothing says how many elements there are.
def f [n] (g: [n]i64 -> i64) : i64 = n + g (iota n)
def a = f (\xs -> xs[0])
