-- A predicate gives a boolean.
def f (xs: []i32) = filter (+ 1) xs
