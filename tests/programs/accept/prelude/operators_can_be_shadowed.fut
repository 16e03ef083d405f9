-- Nor are operators.
module m = {
  def (+) (x: i32) (y: i32) = x - y
  def a = 1 + 2
}
def b = 1.5 + m.(3 + 1 |> f64.i32)
