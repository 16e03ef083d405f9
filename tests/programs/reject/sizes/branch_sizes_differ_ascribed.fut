-- The branches have different sizes, the ascription says they have one.
def f (b: bool) : [2]i32 = if b then [1, 2] else [1, 2, 3]
