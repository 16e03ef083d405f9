-- An abstract type with a size parameter, behind a parametric module, with a result of unknown size.
-- ==
-- input { 4i64 }
-- output { [0i64, 1i64, 2i64, 3i64] [2i64, 3i64] [4i64, 6i64] }

module type vector = {
  type t [n]
  val make : (n: i64) -> t [n]
  val get [n] : t [n] -> [n]i64
  val large [n] : t [n] -> ?[m].t [m]
}

module plain : vector = {
  type t [n] = [n]i64
  def make n = iota n
  def get [n] (x: t [n]) = x
  def large [n] (x: t [n]) = filter (> 1) x
}

module use (V: vector) = {
  def all n =
    let a = V.make n
    let b = V.large a
    in (V.get a, V.get b, map2 (+) (V.get b) (V.get b))
}

module used = use plain

def main n = used.all n
