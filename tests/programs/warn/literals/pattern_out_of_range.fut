-- The number wraps around in a pattern, too.
def f (x: u8) = match x case 300 -> true case -1 -> true case _ -> false
