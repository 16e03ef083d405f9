-- A pattern can bind an operator.
def f ((+!): i32 -> i32 -> i32) (x: i32) = x +! x
def g = let (-+) = \(x: i32) (y: i32) -> x - y in 3 -+ 2
