module type account = {
  type t
  val balance : t -> i64
}

module savings : account = {
  type t = f64
  def balance (x: i64) : i64 = x
}
