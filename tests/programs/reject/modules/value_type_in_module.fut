module type outer = {
  module inner: {
    val f : i32 -> (i32, bool)
  }
}

module m : outer = {
  module inner = {
    def f (x: i32) : (i32, i32) = (x, x)
  }
}
