-- The types of a module hide those outside.
type t = i32
def x : t = 1
module m = {
  type t = bool
  def y : t = true
}
def z = if m.y then x else 0
