-- Everything was matched already.
def f (x: i32) = match x case 0 -> 1i32 case _ -> 2 case 1 -> 3
