-- Arrays are matched by a name only.
def f (x: ([]i32, i32)) = match x case (xs, 0) -> xs[0] case (xs, n) -> xs[1] + n
