module type runner = {
  val run [n] : (f: [n]i32 -> [n]i32) -> [n]i32 -> i32
}

module m : runner = {
  def run [n] (f: [n]i32 -> *[n]i32) (xs: [n]i32) : i32 = let ys = f xs in i32.sum (ys with [0] = 1)
}
