-- And fractions.
def f (x: f32) = match x case 0.0 -> 1 case 1.0 -> 2
