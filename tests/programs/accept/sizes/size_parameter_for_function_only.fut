-- A size parameter may occur only in functions, if the use decides it.
def f [n] (g: [n]i64 -> i64) (h: i64 -> [n]i64) : i64 = g (h 1)
def a = f i64.sum (\x -> [x, x])
