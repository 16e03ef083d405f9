-- Types inside of patterns.
def f (x: (i32, f32)) = let (a: i32, b: f32) = x in (a, b)
def g = \(x: i32) (y: i32) -> x + y
def h (x: i32) = match x case (0: i32) -> 1 case (n: i32) -> n
def i ((x, y): (i32, i32)) = x + y
def j {x: i32, y: i32} = x + y
