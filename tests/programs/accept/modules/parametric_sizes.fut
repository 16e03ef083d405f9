-- Sizes that come from a parameter are those of the argument.
module type sized = {
  val n : i64
}

module vector (s: sized) = {
  type t = [s.n]f32
  def zero : t = replicate s.n 0
  def add (a: t) (b: t) : t = map2 (+) a b
}

module three = {
  def n : i64 = 3
}

module v = vector three

def main (xs: [three.n]f32) : f32 = f32.sum (v.add xs v.zero)
