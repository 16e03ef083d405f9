-- Constructors without payload.
-- ==
-- input { 0 } output { 1 }
-- input { 1 } output { 2 }
-- input { 2 } output { 0 }
type colour = #red | #green | #blue

def next (c: colour) : colour =
  match c
  case #red -> #green
  case #green -> #blue
  case #blue -> #red

def code (c: colour) : i32 =
  match c
  case #red -> 0
  case #green -> 1
  case #blue -> 2

def main (k: i32) : i32 =
  code (next (if k == 0 then #red else if k == 1 then #green else #blue))
