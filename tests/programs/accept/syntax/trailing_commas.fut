-- A trailing comma is allowed in every list.
type t = {a: i32, b: i32,}
type u = (i32, f32,)
def r : t = {a = 1, b = 2,}
def p : u = (1, 2.0,)
def xs = [1, 2, 3,]
def f (x: i32, y: i32,) = x + y
def g {a: i32, b: i32,} = a + b
def h (xss: [][]i32) = xss[0, 1,]
