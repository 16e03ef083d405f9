-- Sum, product, extremes of arrays of floats, and of nothing.
-- ==
-- input { [1.5f64, -2f64, 4f64] } output { 3.5f64 -12f64 -2f64 4f64 }
-- input { empty([0]f64) } output { 0f64 1f64 f64.inf -f64.inf }
def main (xs: []f64) = (f64.sum xs, f64.product xs, f64.minimum xs, f64.maximum xs)
