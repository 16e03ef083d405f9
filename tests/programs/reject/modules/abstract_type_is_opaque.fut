module m : {
  type t
  val make : i32 -> t
} = {
  type t = i32
  def make (x: i32) : t = x
}

def main : i32 = m.make 1
