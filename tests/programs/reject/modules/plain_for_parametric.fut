module type transformer = (p: {val x : i32}) -> {
  val y : i32
}

module m : transformer = {
  def y : i32 = 1
}
