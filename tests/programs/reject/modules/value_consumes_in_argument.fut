module type runner = {
  val run [n] : (f: *[n]i32 -> i32) -> [n]i32 -> i32
}

module m : runner = {
  def run [n] (f: [n]i32 -> i32) (xs: [n]i32) : i32 = f xs
}
