-- Types after expressions and patterns.
def a = (1 : i32) + 2
def b = (1, 2) : (i32, i64)
def c = let x : i64 = 1 in x
def d = let (x: i64, y: f32) = (1, 2) in (x, y)
def e (n: i64) = iota n :> [3]i64
