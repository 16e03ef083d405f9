-- Names of a case are known in that case only.
def f (x: i32) = match x case 0 -> y case y -> y
