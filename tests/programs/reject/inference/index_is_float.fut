-- An index is an integer.
def f (xs: []i32) (i: f32) = xs[i]
