module type splitter = {
  val split : i64 -> ?[k].([k]i64, [k]i64)
}

module m : splitter = {
  def split (n: i64) : ([]i64, []i64) = (iota n, iota (n + 1))
}
