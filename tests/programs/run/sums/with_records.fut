-- Payloads that are records, taken apart by field.
-- ==
-- input { true 3f32 4f32 } output { 12f32 }
-- input { false 2f32 0f32 } output { 4f32 }
type shape = #box {width: f32, height: f32} | #square {side: f32}

def area (s: shape) : f32 =
  match s
  case #box {width, height} -> width * height
  case #square {side = a} -> a * a

def main (p: bool) (x: f32) (y: f32) : f32 =
  area (if p then #box {width = x, height = y} else #square {side = x})
