-- The two anonymous sizes are the same, as the body shows.
def f (xs: []i32) (ys: []i32) = zip xs ys
def a = f [1, 2] [3, 4, 5]
