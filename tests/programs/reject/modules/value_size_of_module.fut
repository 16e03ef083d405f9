module type window = {
  val width : i64
  val weights : [width]f32
}

module box : window = {
  def width : i64 = 5
  def weights : [5]f32 = replicate 5 1
}
