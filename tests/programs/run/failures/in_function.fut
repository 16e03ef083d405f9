-- A failure in a function that is called from two places.
-- ==
-- input { 3i64 2i64 } output { 1i64 1i64 }
-- input { 0i64 2i64 } error: division by zero
-- input { 2i64 0i64 } error: division by zero
def modulo (x: i64) (y: i64) : i64 = x % y
def main (a: i64) (b: i64) = (modulo 7 a, modulo 7 b)
