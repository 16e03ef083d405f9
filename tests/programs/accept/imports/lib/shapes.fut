import "deep/numbers"

type shape = #square f32 | #circle f32

def area (s: shape) : f32 =
  match s
  case #square side -> side * side * scale
  case #circle radius -> f32.pi * radius * radius

local def hidden : i32 = 1
