module m : {val f : i32 -> i32} = {
  def g (x: i32) : i32 = x
  def f (x: i32) : i32 = g x
}

def main : i32 = m.g 1
