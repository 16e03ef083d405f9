-- `open` brings the contents into scope, and into the module around it.
module a = {
  type t = i32
  def x : t = 1
  def y : t = 2
}

module b = {
  open a
  def y : bool = true
}

open b

def main : (t, bool, i32) = (b.x, y, a.y)
