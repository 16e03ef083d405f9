-- The outermost dimension of an array has a size.
def f (xs: [?]i32) = xs
