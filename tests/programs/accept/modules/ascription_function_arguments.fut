-- In the argument of a function the roles are exchanged.
module type asked = {
  val apply [n] : (f: [n]i32 -> *[n]i32) -> [n]i32 -> i32
  val ignore [n] : (f: [n]i32 -> i32) -> [n]i32 -> i32
}

module given : asked = {
  def apply [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) : i32 = i32.sum (f xs)
  def ignore 'a 'b (f: a -> b) (x: a) : i32 = let _ = f x in 0
}
