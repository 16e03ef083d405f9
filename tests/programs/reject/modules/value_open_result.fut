module type evens = {
  val evens : (n: i64) -> [n]i64
}

module m : evens = {
  def evens (n: i64) : []i64 = filter (\x -> x % 2 == 0) (iota n)
}
