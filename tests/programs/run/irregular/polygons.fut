-- Points of polygons with different numbers of corners: areas by the shoelace formula.
-- ==
-- input { [[0f64, 4f64, 4f64, 0f64], [0f64, 2f64, 0f64]] [[0f64, 0f64, 3f64, 3f64], [0f64, 0f64, 2f64]] } output { [12f64, 2f64] }
def area [m] (points: [m](f64, f64)) : f64 =
  f64.sum (map2 (\(x, y) (u, v) -> x * v - u * y) points (rotate 1 points)) / 2

def main [n] (xss: [n][?]f64) (yss: [n][?]f64) : [n]f64 = map area (irregular.zip xss yss)
