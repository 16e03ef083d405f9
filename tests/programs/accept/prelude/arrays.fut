-- Sizes of the prelude's functions.
def a [n] (xs: [n]i32) : [n - 1]i32 = tail xs
def b [n] (xs: [n]i32) : [n - 1]i32 = init xs
def c [n] (xs: [n]i32) : [n - 2]i32 = drop 2 xs
def d (n: i64) : [n]i64 = tabulate n id
def e [n] (xs: [n]i32) : [n]i64 = indices xs
def f [n] (xs: [n]i32) : [n]i32 = rotate 1 xs
def g [n] (xs: [n]i32) : [n]i32 = exscan (+) 0 xs
def h [n] 't (xs: [n]t) : *[n]t = copy xs
def i (xs: []i32) (n: i64) : [n]i32 = sized n xs
