-- A module that fixes a size: vectors of a length given by a parameter.
-- ==
-- input { [1, 2, 3] } output { 6 }
-- input { [1, 2] } error: cannot match shape
module vectors (p: { val n : i64 }) = {
  type vector = [p.n]i32
  def make (xs: []i32) : vector = xs :> [p.n]i32
  def sum (v: vector) : i32 = i32.sum v
}

module triples = vectors { def n = 3i64 }
def main (xs: []i32) : i32 = triples.sum (triples.make xs)
