-- A parameter that names the size of a later one is checked against it.
-- ==
-- input { 2i64 [5, 6] } output { 11 }
-- input { 3i64 [5, 6] } error: size
def main (n: i64) (xs: [n]i32) : i32 = i32.sum xs
