-- Slices with both ends, one, and none; empty ones at both ends.
-- ==
-- input { [1, 2, 3, 4] } output { [2, 3] [3, 4] [1, 2] [1, 2, 3, 4] empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (xs[1:3], xs[2:], xs[:2], xs[:], xs[4:4], xs[0:0])
