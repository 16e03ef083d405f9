-- A hole takes any type.
def f (x: i32) : i32 = x + ???
def g (b: bool) : f32 = if b then ??? else 2
def h (xs: []i32) = map (??? : i32 -> bool) xs
