-- Patterns that match every value stand in let, parameters and loops.
type single = #only i32
type point = {x: i32, y: i32}
def a (x, y) = x + y : i32
def b ({x, y}: point) = x * y
def c ((#only x): single) = x
def d (p: (i32, (bool, f32))) = let (x, (_, y)) = p in (x, y)
def e = \(x: i32, _y: i32) -> x
def f (n: i32) = loop (i, (j, k)) = (0, (1, 2)) for _l < n do (j, (k, i))
def g (xs: [](i32, i32)) = loop s = 0 for (x, y) in xs do s + x * y
def h () = 1
