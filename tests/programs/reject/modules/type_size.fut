module type limits = {
  val k : i64
  type block = [k]i32
}

module m : limits = {
  def k : i64 = 2
  type block = [2]i32
}
