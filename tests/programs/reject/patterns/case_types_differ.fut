-- All cases give the same type.
def f (x: i32) = match x case 0 -> true case _ -> 1i32
