-- Sums can be compared.
type color = #red | #green | #other u8
def f (x: color) (y: color) = x == y
def g (x: color) = x != #red && x != #other 3
