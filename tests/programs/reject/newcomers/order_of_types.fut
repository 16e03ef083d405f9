-- A type that is used before its definition, and what follows from it is not reported.
type shape = #circle f32 | #box size | #empty

type size = (f32, f32)

def make (i: i32): shape =
  match i
  case 0 -> #circle 1
  case 1 -> #box (1, 2)
  case _ -> #empty

def area (s: shape): f32 =
  match s
  case #circle r -> r
  case #box (w, h) -> w * h
  case #empty -> 0

entry areas (n: i64) = map (\i -> area (make (i32.i64 i))) (iota n)
