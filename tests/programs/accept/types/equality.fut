-- Numbers, booleans and what is made of them.
type t = #a i32 | #b {x: bool, y: (f32, u8)}
def f (x: t) (y: t) = x == y && (1, true) != (2, false) && () == ()
def g [n] (xs: [n]i32) (ys: [n]i32) = and (map2 (==) xs ys)
def h = map (== 1) [1, 2]
