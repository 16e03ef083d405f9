-- A value may have a more general type than the module type asks for.
module type asked = {
  val pair 'a : a -> a -> (a, a)
  val same : i32 -> i32
  val keep [n] : *[n]f32 -> f32
  val fresh [n] : [n]f32 -> [n]f32
  val some [n] : [n]i32 -> []i32
  val square : [4][4]f64 -> f64
  val both 'a : (a -> a, a -> a)
}

module given : asked = {
  def pair 'a 'b (x: a) (y: b) : (a, b) = (x, y)
  def same 'a (x: a) : a = x
  def keep [n] (xs: [n]f32) : f32 = f32.sum xs
  def fresh [n] (xs: [n]f32) : *[n]f32 = copy xs
  def some [n] (xs: [n]i32) : [n]i32 = xs
  def square [n] [m] (xss: [n][m]f64) : f64 = f64.sum (flatten xss)
  def both = (\x -> x, \y -> y)
}
