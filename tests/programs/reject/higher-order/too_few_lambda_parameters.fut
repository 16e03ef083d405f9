-- A function of two arguments is needed.
def a = reduce (\x -> x) 0 [1, 2, 3]
