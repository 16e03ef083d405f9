-- scatter takes i64.
def f (xs: *[]i32) (is: [2]i32) (vs: [2]i32) = scatter xs is vs
