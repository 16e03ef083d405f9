-- An entry point with many parameters of all kinds.
-- ==
-- input { 1i8 2i16 3 4i64 5u8 6u16 7u32 8u64 9f16 10f32 11f64 true [12] [[13, 14]] }
-- output { 120i64 }
def main (a: i8)
         (b: i16)
         (c: i32)
         (d: i64)
         (e: u8)
         (f: u16)
         (g: u32)
         (h: u64)
         (i: f16)
         (j: f32)
         (k: f64)
         (l: bool)
         (m: []i32)
         (n: [][]i32) : i64 =
  i64.i8 a + i64.i16 b + i64.i32 c + d + i64.u8 e + i64.u16 f + i64.u32 g + i64.u64 h + i64.f16 i
  + i64.f32 j
  + i64.f64 k + i64.bool l + 14 + i64.i32 (i32.sum m + i32.sum (flatten n))
