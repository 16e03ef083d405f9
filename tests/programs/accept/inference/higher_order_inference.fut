-- Types of functions in functions.
def apply f x = f x
def pipeline x = x |> (+ 1i32) |> (\y -> y > 0)
def comp = (+ 1) >-> (* 2) >-> f64.i32
def a : f64 = comp 3
def b = apply (map (+ 1)) [1, 2]
