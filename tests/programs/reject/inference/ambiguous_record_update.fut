-- Which record is updated?
def f r = r with x = 0i32
