module type has_t = {
  module inner: {
    type t
    val x : t
    val f : t -> t
  }
}

module a : has_t = {
  module inner = {
    type t = i32
    def x : t = 1
    def f (y: t) : t = y
  }
}

module b : has_t = a

def main = b.inner.f a.inner.x
