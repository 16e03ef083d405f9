-- ++ adds sizes.
def f [n] (xs: [n]i32) : [n + n]i32 = xs ++ xs
def a : [5]i32 = ([1, 2] ++ [3, 4, 5]) :> [5]i32
def g [n] [m] (xs: [n]i32) (ys: [m]i32) = reverse (xs ++ ys) : [n + m]i32
