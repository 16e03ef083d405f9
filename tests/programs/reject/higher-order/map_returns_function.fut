-- map would make an array of functions.
def f (xs: []i32) = map (\x -> \y -> x + y) xs
