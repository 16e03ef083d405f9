-- Inclusive and exclusive sums, products with wrap-around, running maxima.
-- ==
-- input { [3, 1, 4, 1, 5] } output { [3, 4, 8, 9, 14] [3, 3, 12, 12, 60] [3, 3, 4, 4, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (scan (+) 0 xs, scan (*) 1 xs, scan i32.max i32.lowest xs)
