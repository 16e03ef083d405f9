-- A lambda has an arrow.
def f = map (\x x + 1) [1]
