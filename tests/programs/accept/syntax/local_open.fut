-- `m.(e)` reads names of e in m first.
module m = {
  def one = 1i32
  def (+) (x: i32) (y: i32) = x - y
}
def a = m.(one + one)
def b = i32.(max (abs (-3)) 2)
