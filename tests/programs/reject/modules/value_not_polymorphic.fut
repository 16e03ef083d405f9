module type pairs = {
  val swap 'a 'b : (a, b) -> (b, a)
}

module same : pairs = {
  def swap 'a ((x, y): (a, a)) : (a, a) = (y, x)
}
