-- A literal without suffix has the type that its use asks for, or that of its annotation.
-- ==
-- input { 250u8 } output { 4u8 2.5f32 3i64 7 }
def main (x: u8) =
  let wrapped = x + 10
  let half = 5 / 2f32
  let size = length [1, 2, 3]
  let default: i32 = 7
  in (wrapped, half, size, default)
