-- An unrolled loop, and one in an attribute of an attribute.
-- ==
-- input { 2 } output { 32 10 }
def main (x: i32) =
  ( #[unroll] loop y = x for _i < 4i32 do 2 * y
  , #[unroll] #[sequential] loop s = 0 for i < 5i32 do s + i
  )
