module numbers = {
  def x : i32 = 1
}

module m = nubmers

def main : i32 = m.x + m.y
