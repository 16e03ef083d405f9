-- A dot after a value is a field, after a module a name.
module m = {
  def r = {x = 1, y = {z = 2}}
}
def a = m.r.x + m.r.y.z
def r = m.r
def b = r.y.z
