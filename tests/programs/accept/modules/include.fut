-- `include` takes over the specs of another module type.
module type has_t = {
  type t
  val make : i32 -> t
}

module type container = {
  include has_t
  val get : t -> i32
}

module type pair = {
  type t
  include has_t with t = t
  include has_t with t = t
  val both : t -> (i32, i32)
}

module boxed : container = {
  type t = {content: i32}
  def make (content: i32) : t = {content}
  def get (b: t) : i32 = b.content
}

module doubled : pair = {
  type t = [2]i32
  def make (x: i32) : t = [x, x]
  def both (xs: t) : (i32, i32) = (xs[0], xs[1])
}

def main (x: i32) : (i32, i32) = doubled.both (doubled.make (boxed.get (boxed.make x)))
