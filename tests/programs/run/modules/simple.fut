-- A module with types, values and an inner module.
-- ==
-- input { 3f32 4f32 } output { 5f32 12f32 }
module vector = {
  type t = {x: f32, y: f32}

  module internal = {
    def square (x: f32) : f32 = x * x
  }

  def norm (v: t) : f32 = f32.sqrt (internal.square v.x + internal.square v.y)
}

def main (x: f32) (y: f32) =
  let v: vector.t = {x, y}
  in (vector.norm v, v.x * v.y)
