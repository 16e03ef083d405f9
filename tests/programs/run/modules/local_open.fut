-- Names of a module for one expression only.
-- ==
-- input { 5 } output { 56 6 }
module m = {
  def one : i32 = 1
  def ten (x: i32) : i32 = 10 * x
}

def one : i32 = 1
def main (x: i32) = (m.(ten x + one) + x, x + one)
