-- Sums, products, minima and maxima of arrays; those of nothing are the neutral values.
-- ==
-- input { [3, -7, 5] } output { 1 -105 -7 5 }
-- input { empty([0]i32) } output { 0 1 2147483647 -2147483648 }
-- input { [2147483647, 1] } output { -2147483648 2147483647 1 2147483647 }
def main (xs: []i32) = (i32.sum xs, i32.product xs, i32.minimum xs, i32.maximum xs)
