-- A reduction that appends digit strings, kept as a number and its length: order matters.
-- ==
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] } output { 12345i64 5 }
-- input { [7i64] } output { 7i64 1 }
-- input { empty([0]i64) } output { 0i64 0 }
def append (a: i64, n: i32) (b: i64, m: i32) : (i64, i32) = (a * 10 ** i64.i32 m + b, n + m)
def main (xs: []i64) = reduce append (0, 0) (map (\x -> (x, 1)) xs)
