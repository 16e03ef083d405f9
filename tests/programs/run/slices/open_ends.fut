-- Open ends together with steps.
-- ==
-- input { [0, 1, 2, 3, 4, 5] } output { [0, 2, 4] [1, 3, 5] [4, 3, 2, 1, 0] [5, 4, 3] }
def main (xs: []i32) = (xs[::2], xs[1::2], xs[4::-1], xs[:2:-1])
