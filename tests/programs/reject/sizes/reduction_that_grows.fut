-- The results of a reduction are as large as its arguments.
def f (xs: []i32) : []i32 = reduce (++) [] (map (\x -> [x]) xs)
