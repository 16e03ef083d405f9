-- Module types that include others and fix their types.
-- ==
-- input { 3 } output { 9 6 }
module type has_type = { type t }

module type arithmetic = {
  include has_type
  val mul : t -> t -> t
  val add : t -> t -> t
}

module ints : arithmetic with t = i32 = {
  type t = i32
  def mul (x: i32) (y: i32) : i32 = x * y
  def add (x: i32) (y: i32) : i32 = x + y
}

def main (x: i32) = (ints.mul x x, ints.add x x)
