-- Both arrays have the same size.
def f = zip [1, 2] [1, 2, 3]
