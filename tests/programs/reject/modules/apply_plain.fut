module plain = {
  def x : i32 = 1
}

module m = plain {def y : i32 = 1}

def main : i32 = m.x + m.y
