-- Inside of a module, names hide those outside of it; after it they mean what they meant before.
-- ==
-- input { 1 } output { 2 4 2 }
module m = { def f (x: i32) : i32 = x + 1 }

module n = {
  def g (x: i32) : i32 = m.f x
  module m = { def f (x: i32) : i32 = x + 3 }
  def h (x: i32) : i32 = m.f x
}

def main (x: i32) = (n.g x, n.h x, m.f x)
