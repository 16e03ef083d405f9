-- Parentheses make anything an argument.
def f (x: i32) (y: i32) = x + y
def a (b: bool) = f (if b then 1 else 2) (let x = 3 in x)
def b (b: bool) = f 1 (match b case true -> 1 case false -> 2)
