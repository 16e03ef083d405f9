-- Each application makes abstract types anew; the types of one application are alike.
module counter (start: {val x : i32}) : {
  type t
  val first : t
  val next : t -> t
  val value : t -> i32
} = {
  type t = i32
  def first : t = start.x
  def next (x: t) : t = x + 1
  def value (x: t) : i32 = x
}

module a = counter {def x : i32 = 0}
module b = counter {def x : i32 = 100}

def main : (i32, i32) = (a.value (a.next a.first), b.value (b.next b.first))
