-- A tuple of twenty parts of several types keeps them apart.
-- ==
-- input { 1 } output { 1 2i8 3i16 4i64 5u8 6u16 7u32 8u64 9f32 10f64 true 12 13i8 14i16 15i64 16u8 17u16 18u32 19u64 20f16 }
def main (x: i32) =
  ( x
  , 2i8
  , 3i16
  , 4i64
  , 5u8
  , 6u16
  , 7u32
  , 8u64
  , 9f32
  , 10f64
  , x == 1
  , x + 11
  , 13i8
  , 14i16
  , 15i64
  , 16u8
  , 17u16
  , 18u32
  , 19u64
  , 20f16)
