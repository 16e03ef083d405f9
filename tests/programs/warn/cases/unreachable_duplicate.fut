-- The same case twice.
def f (x: i32) = match x case 0 -> 1i32 case 1 -> 2 case 0 -> 3 case _ -> 4
