-- There are no tuples of one element.
def x : (i32,) = (1,)
