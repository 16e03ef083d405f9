-- Arrows associate to the right.
def f (g: i32 -> i32 -> bool) : bool = g 1 2
def h (g: i32 -> (i32 -> bool)) : bool = (g 1) 2
def i (g: (i32 -> i32) -> bool) : bool = g (+ 1)
def a = f (<)
def b = h (<)
def c = i (\k -> k 1 > 1)
