-- Which record?
def f r = r.x
