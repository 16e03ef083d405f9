-- Adding up in f16 stops growing where the distance of neighbours is twice the summand.
-- ==
-- input { 2000 } output { 2000f32 }
-- input { 3000 } output { 2048f32 }
def main (n: i32) : f32 =
  f32.f16 (loop x = 0f16 for _i < n do x + 1)
