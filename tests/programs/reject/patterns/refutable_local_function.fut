-- And of local functions.
def f (x: i32) = let g (0: i32) = 1 in g x
