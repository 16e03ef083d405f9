-- Literals of floats and characters as patterns.
-- ==
-- input { 0.5f32 98u8 } output { 1 2 }
-- input { 0.25f32 120u8 } output { 0 0 }
-- input { f32.nan 97u8 } output { 0 1 }
def main (x: f32) (c: u8) =
  ( match x
    case 0.5 -> 1i32
    case _ -> 0
  , match c
    case 'a' -> 1i32
    case 'b' -> 2
    case _ -> 0
  )
