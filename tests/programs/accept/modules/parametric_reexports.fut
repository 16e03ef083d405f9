-- A parametric module may open its parameter.
module type shape = {
  val sides : i64
  val lengths : [sides]f32
}

module measured (s: shape) = {
  open s
  def perimeter : f32 = f32.sum lengths
}

module triangle = measured {def sides : i64 = 3 def lengths = replicate 3 1 :> [sides]f32}

def main : f32 = triangle.perimeter + f32.sum (triangle.lengths :> [3]f32)
