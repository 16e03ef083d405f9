module m = {
  def x : i32 = 1
  type x = i32
  def y : i32 = 2
  def x : bool = true
}
