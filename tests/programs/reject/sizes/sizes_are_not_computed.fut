-- Nothing is known of arithmetic: 1 + n is not n + 1.
def f [n] (xs: [n + 1]i32) : [1 + n]i32 = xs
