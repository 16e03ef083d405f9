-- All forms of loops.
def a (n: i32) = loop x = 0 for i < n do x + i
def b (xs: []i32) = loop s = 0 for x in xs do s + x
def c (n: i32) = loop x = n while x > 10 do x / 2
def d (x: i32) = loop x for _i < 3i32 do x * 2
def e (n: i32) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
def f (ps: [](i32, i32)) = loop s = 0 for (x, y) in ps do s + x * y
