-- A module that takes a parametric module as its parameter.
-- ==
-- input { 3 } output { 12 }
module type box = { val f : i32 -> i32 }
module twice (m: box) = { def f (x: i32) : i32 = m.f (m.f x) }
module apply (p: (m: box) -> box) (m: box) = p (m)
module r = apply twice { def f (x: i32) : i32 = x * 2 }
def main (x: i32) : i32 = r.f x
