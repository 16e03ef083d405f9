-- Polymorphism over function types.
-- ==
-- input { 5 } output { 6 10 }
def apply '^a '^b (f: a -> b) (x: a) : b = f x
def main (x: i32) = (apply (+ 1) x, apply (apply (*)) 2 x)
