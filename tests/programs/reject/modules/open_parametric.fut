module f (p: {val x : i32}) = {
  def y : i32 = p.x
}

open f

def main : i32 = y
