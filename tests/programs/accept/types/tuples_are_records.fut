-- A tuple is a record with fields 0, 1, …
def f (t: {0: i32, 1: bool}) : i32 = t.0
def x = f (1, true)
def g (t: (i32, bool)) : bool = t.1
def y = g {1 = false, 0 = 2}
