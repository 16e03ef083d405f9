-- A declaration hides what came before it, also inside of modules, and sees the outer meaning in its own definition.
type unit = f64

def scale (x: unit) : unit = x

module inner = {
  type unit = (unit, unit)

  def scale ((a, b): unit) : unit = (a * 3, b)

  local def scale_two (x: f64) : f64 = x * 2
}

def scale_one' = scale

module outer = {
  module inner = {
    type unit = inner.unit
  }

  def swap ((a, b): inner.unit) : inner.unit = (b, a)
}

def main (x: f64) : (f64, f64) = outer.swap (inner.scale (scale_one' x, x))
