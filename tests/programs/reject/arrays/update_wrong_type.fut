-- The new element has the old type.
def f (xs: *[]i32) = xs with [0] = true
