-- A while loop whose condition searches an array, at the end of it too.
-- ==
-- input { [4, 8, 15] 8 } output { 1i64 }
-- input { [4, 8, 15] 16 } output { 3i64 }
-- input { empty([0]i32) 1 } output { 0i64 }
def main (xs: []i32) (x: i32) : i64 = loop i = 0 while i < length xs && xs[i] != x do i + 1
