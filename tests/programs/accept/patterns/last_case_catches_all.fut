-- A name or wildcard in the end.
def f (x: i64) = match x case 1 -> 10 case 2 -> 20 case n -> n
def g (x: (i32, bool)) = match x case (1, true) -> 1 case (n, _) -> n
