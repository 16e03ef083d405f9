module type identity = {
  val id '^a : a -> a
}

module m : identity = {
  def id 'a (x: a) : a = x
}
