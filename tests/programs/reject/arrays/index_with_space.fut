-- With a space it is an application, and an array is no function.
def f (xs: []i32) = xs [0]
