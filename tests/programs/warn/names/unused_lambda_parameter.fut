-- Nor is this one.
def f (xs: []i32) = map (\x -> 1i32) xs
