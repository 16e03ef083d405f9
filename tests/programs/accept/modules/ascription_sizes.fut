-- Sizes in a module type may mention its values.
module type window = {
  val width : i64
  val weights : [width]f32
  val middle : [width / 2]f32 -> f32
}

module box : window = {
  def width : i64 = 5
  def weights = replicate width 0.2f32
  def middle (xs: [width / 2]f32) : f32 = f32.sum xs
}

def sum : f32 = f32.sum (map2 (*) box.weights (replicate box.width 1))
