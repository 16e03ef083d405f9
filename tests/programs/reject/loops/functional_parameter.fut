-- A loop cannot make functions.
def f (n: i32) = (loop g = \x -> x for _i < n do \x -> g (x + 1i32)) 0
