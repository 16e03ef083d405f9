-- Abstract types with size parameters, dependent functions, and names of parameters that differ.
module type matrix = {
  type t [rows] [columns]
  val zero : (rows: i64) -> (columns: i64) -> t [rows] [columns]
  val turn [n] [m] : t [n] [m] -> t [m] [n]
  val join [a] [b] 'x : [a + b]x -> [b + a]x
}

module rows : matrix = {
  type t [n] [m] = [n][m]f64
  def zero (a: i64) (b: i64) : t [a] [b] = replicate a (replicate b 0)
  def turn [k] [l] (x: t [k] [l]) : t [l] [k] = transpose x
  def join [p] [q] 'x (xs: [p + q]x) : [q + p]x = xs :> [q + p]x
}

def main : rows.t [3] [2] = rows.turn (rows.zero 2 3)
