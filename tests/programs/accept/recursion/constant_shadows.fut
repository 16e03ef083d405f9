-- A constant is not in scope of itself either: the name means the outer one.
def x = 1
module m = {
  def x = x + 1
}
def y = let x = x * 2 in x + m.x
