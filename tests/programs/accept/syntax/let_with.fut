-- Updates of parts.
def a (xs: *[]i32) = let xs[0] = 1 in xs
def b (xs: *[][]i32) = let xs[0, 1] = 1 let xs[1, 0] = 2 in xs
def c (r: {x: i32, y: i32}) = let r.x = 1 in r
def d (r: {p: {x: i32}}) = let r.p.x = 1 in r
def e (xs: *[]i32) = xs with [0] = 1 with [1] = 2
def f (r: {x: i32, y: i32}) = r with x = 1 with y = 2
