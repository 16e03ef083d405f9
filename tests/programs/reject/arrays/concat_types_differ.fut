-- Both of the same type.
def f (xs: []i32) (ys: []f32) = xs ++ ys
