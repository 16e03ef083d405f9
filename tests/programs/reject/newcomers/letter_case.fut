-- Names in another case.
module M = {
  def x = 1i32
}

def y = m.x

def Total = 2i32
def z = total + 1
