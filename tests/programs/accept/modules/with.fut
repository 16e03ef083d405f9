-- `with` gives abstract types a definition, also inside of modules and with parameters.
module type source = {
  type t 'a [n]
  type key
  module inner: {
    type element
    val first : element
  }
  val get [n] : key -> t inner.element [n] -> inner.element
}

module indexed : source with t 'a [n] = [n]a with key = i64 with inner.element = f32 = {
  type t 'a [n] = [n]a
  type key = i64
  module inner = {
    type element = f32
    def first : element = 0
  }
  def get [n] (i: key) (xs: t f32 [n]) : f32 = xs[i]
}

def main [n] (xs: [n]f32) : f32 = indexed.get 2 xs + indexed.inner.first
