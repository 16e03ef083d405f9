-- Many directions at once.
def f (x: f64, y: f64) = x * y
def a = jmp f (3, 4) [(1, 0), (0, 1)]
def b = mjp f (3, 4) [1, 2]
