-- All constructors with all their payloads.
type shape = #circle f32 | #rect f32 f32 | #empty
def area (s: shape) : f32 =
  match s
  case #circle r -> r * r * f32.pi
  case #rect a b -> a * b
  case #empty -> 0
type expr = #lit i32 | #add bool i32
def f (e: expr) =
  match e
  case #lit 0 -> 0
  case #lit n -> n
  case #add true n -> n
  case #add false n -> -n
