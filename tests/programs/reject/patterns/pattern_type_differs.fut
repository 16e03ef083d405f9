-- A pattern of another type.
def f (x: i32) = match x case true -> 1 case _ -> 2
