-- The rows of an array have the same size.
def xss = [[1, 2], [3]]
