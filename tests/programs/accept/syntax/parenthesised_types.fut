-- Parentheses in types.
def a : (i32) = 1
def b : ([2](i32, bool)) = [(1, true), (2, false)]
def f (g: (i32 -> i32)) = g 1
def h (g: i32 -> (i32 -> i32)) = g 1 2
