-- Square and multiply, with 64-bit intermediate products.
-- ==
-- input { 3i64 0i64 7i64 } output { 1i64 }
-- input { 2i64 10i64 1000i64 } output { 24i64 }
-- input { 123456789i64 1000000006i64 1000000007i64 } output { 1i64 }
def main (base: i64) (exponent: i64) (modulus: i64) : i64 =
  (loop (result, b, e) = (1, base % modulus, exponent) while e > 0 do
     (if e & 1 == 1 then result * b % modulus else result, b * b % modulus, e >> 1)).0
