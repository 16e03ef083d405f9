-- Which other constructors?
def f (x: bool) = #some x
