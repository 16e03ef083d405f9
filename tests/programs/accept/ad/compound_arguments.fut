-- Of tuples, records and arrays.
def f (x: f32, y: f32) = x * y
def a = vjp f (3, 4) 1
def g {x: f32, y: f32} = f32.sqrt (x * x + y * y)
def b = vjp g {x = 3, y = 4} 1
def h [n] (xs: [n]f64) = f64.sum (map (\x -> x * x) xs)
def c = vjp h [1, 2, 3] 1
def d [n] (xs: [n]f64) : [n]f64 = vjp h xs 1
