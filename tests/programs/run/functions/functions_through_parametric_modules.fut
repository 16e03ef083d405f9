-- A parametric module that takes functions and gives higher-order functions, two levels deep.
-- ==
-- input { [3, 4] } output { [13, 14] [113, 114] 27 }
module type change = { val f : i32 -> i32 }

module lift (c: change) = {
  def each [n] (xs: [n]i32) : [n]i32 = map c.f xs
  def after (g: i32 -> i32) (x: i32) : i32 = g (c.f x)
}

module twice (c: change) = {
  module once = lift c
  module again = lift { def f (x: i32) : i32 = once.after (+ 100) x }
}

module t = twice { def f (x: i32) : i32 = x + 10 }
def main (xs: []i32) = (t.once.each xs, t.again.each xs, i32.sum (t.once.each xs))
