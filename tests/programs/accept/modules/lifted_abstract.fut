-- Abstract types that hold functions, or whose size is open.
module type strategy = {
  type^ t
  val make : i32 -> t
  val run : t -> i32 -> i32
}

module closures : strategy = {
  type^ t = i32 -> i32
  def make (n: i32) : t = \x -> x + n
  def run (f: t) (x: i32) : i32 = f x
}

module numbers : strategy = {
  type t = i32
  def make (n: i32) : t = n
  def run (n: t) (x: i32) : i32 = x + n
}

def main (x: i32) : i32 = closures.run (closures.make 1) (numbers.run (numbers.make 2) x)
