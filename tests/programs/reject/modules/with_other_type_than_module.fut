module type s = {
  module inner: {
    type t
  }
}

module m : s with inner.t = bool = {
  module inner = {
    type t = i32
  }
}
