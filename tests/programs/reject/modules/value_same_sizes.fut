module type products = {
  val product [n] [m] : [n]f32 -> [m]f32 -> f32
}

module inner : products = {
  def product [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)
}
