-- A parametric module inside of the result of another one.
-- ==
-- input { 2 } output { 12 24 }
module type number = { val x : i32 }

module outer (a: number) = {
  module inner (b: number) = {
    def sum (y: i32) : i32 = a.x + b.x + y
  }

  module doubled = inner { def x = 2 * a.x }
}

module o = outer { def x = 4i32 }
module i = o.inner { def x = 6i32 }
def main (y: i32) = (i.sum y, o.doubled.sum y + 10)
