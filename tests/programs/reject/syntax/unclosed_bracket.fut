-- Every bracket, too.
def xs = [1, 2
def ys = [3]
