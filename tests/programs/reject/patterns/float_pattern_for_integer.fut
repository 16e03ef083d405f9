-- A fraction is no integer.
def f (x: i32) = match x case 1.5 -> true case _ -> false
