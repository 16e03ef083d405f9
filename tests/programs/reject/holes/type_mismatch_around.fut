-- The rest must still be right.
def f (x: i32) : bool = if ??? then x else true
