module type s = {
  val x : i32
}

module m : z = {
  def x : i32 = 1
}

def main : i32 = m.x
