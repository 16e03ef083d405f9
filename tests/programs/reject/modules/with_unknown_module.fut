module type s = {
  module inner: {
    type t
  }
}

module type r = s with innre.t = i32
