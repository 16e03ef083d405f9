-- Strings are no patterns.
def f (x: []u8) = match x case "abc" -> true case _ -> false
