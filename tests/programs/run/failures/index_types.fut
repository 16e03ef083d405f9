-- Indices of narrow types.
-- ==
-- input { [1, 2, 3] 2i8 -1i16 } error: out of bounds
-- input { [1, 2, 3] 2i8 1i16 } output { 5 }
def main (xs: []i32) (i: i8) (j: i16) : i32 = xs[i] + xs[j]
