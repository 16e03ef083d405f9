-- A 't is no function.
def id 't (x: t) : t = x
def f = id (\x -> x + 1i32)
