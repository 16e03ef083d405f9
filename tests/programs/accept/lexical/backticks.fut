-- Any function can be an operator.
def plus (x: i32) (y: i32) = x + y
def a = 1 `plus` 2 `plus` 3
def b = 1.0 `f64.max` 2.0
def c = map (`plus` 1) [1, 2]
def d = map (1 `plus`) [1, 2]
