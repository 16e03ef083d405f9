-- A function may return a function.
def adder (x: i32) : i32 -> i32 = \y -> x + y
def compose (f: i32 -> i32) (g: i32 -> i32) : i32 -> i32 = \x -> f (g x)
def a = adder 1 2
def b = compose (adder 1) (adder 2) 3
