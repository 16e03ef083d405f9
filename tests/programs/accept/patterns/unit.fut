-- The only value of ().
def f (x: ()) = match x case () -> 1
