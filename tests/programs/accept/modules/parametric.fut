-- A parametric module is checked once, and used with any argument that has the module type.
module type number = {
  type t
  val zero : t
  val (+) : t -> t -> t
}

module sums (n: number) = {
  type t = n.t

  def sum [k] (xs: [k]t) : t = reduce (n.+) n.zero xs

  def prefix [k] (xs: [k]t) : [k]t = scan (n.+) n.zero xs
}

module whole = sums {type t = i32 def zero : i32 = 0 def (+) (x: i32) (y: i32) : i32 = x + y}
module bits = sums {type t = bool def zero = false def (+) (x: bool) (y: bool) = x || y}

def main (xs: []i32) (ys: []bool) : (i32, []bool) = (whole.sum xs, bits.prefix ys)
