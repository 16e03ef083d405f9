-- Sums are made by constructors and taken apart by match.
type shape = #circle f32 | #square f32
def area (s: shape) : f32 = match s case #circle r -> 3.14 * r * r case #square a -> a * a
def a = map area [#circle 1, #square 2]
