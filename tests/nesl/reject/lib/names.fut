-- Definitions of many types.
def apply_to (f: i64 -> i64) (x: i64) = f x
def short (x: i32) = x
def shape (x: #circle f64 | #point) = match x case #circle r -> r case #point -> 0.0
def nothing (_: ()) = 1i64
def point (x: f64) = {x, y = x}
module m : {type t val make : i64 -> t} = {type t = i64 def make (x: i64) = x}
def made (x: i64) = m.make x
def Same (x: i64) = x
def same (x: i64) = x + 1
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)
def second [n] 'a (v: [n]a) : a = v[1]
