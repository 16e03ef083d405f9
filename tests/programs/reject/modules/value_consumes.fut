module type reader = {
  val read [n] : [n]i32 -> i32
}

module eater : reader = {
  def read [n] (xs: *[n]i32) : i32 = let xs[0] = 0 in i32.sum xs
}
