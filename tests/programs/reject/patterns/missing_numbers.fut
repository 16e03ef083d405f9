-- There are more numbers.
def f (x: i32) = match x case 0 -> 1 case 1 -> 2
