-- Anonymous sizes of parameters are found by inference: here they are the same.
def f (xs: []i32) (ys: []i32) = zip xs ys
def g [n] (xs: [n]i32) (ys: []i32) : [n]i32 = map2 (+) xs ys
def a = f [1, 2] [3, 4]
