module type clock = {
  val ticks : i64
}

module wall : clock = {
  def ticks : i32 = 1
}
