module type outer = {
  module inner: {
    type t = bool
  }
}

module m : outer = {
  module inner = {
    type t = i32
  }
}
