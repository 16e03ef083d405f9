-- Also those of lambdas.
def f = map (\(x, 1) -> x) [(1, 1), (2, 1)]
