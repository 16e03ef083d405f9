-- So do the branches of if.
def f (b: bool) (x: i32) = if b then x else x + 1
def g (b: bool) (x: i32) = 1 + if b then x else x
def h (a: bool) (b: bool) = if a then 1 else if b then 2 else 3
def i (a: bool) (b: bool) = if if a then b else a then 1 else 2
