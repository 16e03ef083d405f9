-- A file as a module, opened and given on, and as an argument.
module shapes = import "lib/shapes"

open import "lib/deep/numbers"

module scaled (n: {val scale : f32}) = {
  def area (s: shapes.shape) : f32 = shapes.area s * n.scale
}

module once = scaled (import "lib/deep/numbers")

local import "lib/shapes"

def main (s: shape) : f32 = once.area s + scale
