module f (p: {val x : i32}) = {
  def y : i32 = p.x
}

def main : i32 = f.y
