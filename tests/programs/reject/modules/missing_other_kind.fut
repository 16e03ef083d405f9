module type s = {
  val limit : i32
}

module m : s = {
  module limit = {
    def value : i32 = 3
  }
}
