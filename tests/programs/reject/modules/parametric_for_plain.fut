module type s = {
  module inner: {
    val x : i32
  }
}

module m : s = {
  module inner (p: {val y : i32}) = {
    def x : i32 = p.y
  }
}
