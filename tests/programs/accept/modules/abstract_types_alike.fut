-- Types with definitions stay visible through a module type.
module type vector = {
  type scalar = f32
  type~ many = []scalar
  type^ op = scalar -> scalar
  type t = (scalar, scalar)
  val scale : op -> t -> t
}

module vector : vector = {
  type scalar = f32
  type~ many = []f32
  type^ op = f32 -> f32
  type t = (f32, f32)
  def scale (f: op) ((x, y): t) : t = (f x, f y)
}

def main (x: f32) : (f32, f32) = vector.scale (* 2) (x, 1)
