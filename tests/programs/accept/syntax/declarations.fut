-- All forms of value declarations.
def a = 1
def b : i32 = 2
let c = 3
def d x = x + 1i32
def e (x: i32) (y: i32) : i32 = x * y
def f [n] (xs: [n]i32) : i64 = n
def g 't (x: t) : t = x
def (x: i32) <+> (y: i32) : i32 = x + y
def x <-> y = x - y + 1i32
def (<*>) 't (x: t) (_: t) : t = x
entry main (x: i32) = x <+> a <-> b <*> c + d x + e x x
