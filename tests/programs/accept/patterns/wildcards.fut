-- `_` binds nothing.
def a (_: i32) = 1
def b = let _ = 1 in 2
def c (x: (i32, i32)) = match x case (_, 0) -> true case _ -> false
def d _ _ = 1
