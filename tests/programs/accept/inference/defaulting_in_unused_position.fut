-- Even where no value is needed a type is found.
def f (xs: []bool) = length (map (\_ -> 1) xs)
