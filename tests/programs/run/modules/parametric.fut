-- A parametric module applied three times: the applications are independent.
-- ==
-- input { [1, 2, 3, 4] } output { 10 24 4 }
module type monoid = {
  type t
  val zero : t
  val op : t -> t -> t
}

module fold (m: monoid) = {
  def all [n] (xs: [n]m.t) : m.t = reduce m.op m.zero xs
}

module sums = fold { type t = i32 def zero = 0i32 def op (x: i32) (y: i32) = x + y }
module products = fold { type t = i32 def zero = 1i32 def op (x: i32) (y: i32) = x * y }
module maxima = fold { type t = i32 def zero = i32.lowest def op = i32.max }
def main (xs: []i32) = (sums.all xs, products.all xs, maxima.all xs)
