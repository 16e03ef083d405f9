-- Patterns are no expressions.
def f (x: i32) = match x case 1 + 1 -> true case _ -> false
