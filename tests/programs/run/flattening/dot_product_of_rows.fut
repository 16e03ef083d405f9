-- A dot product is reused for the product of a matrix and a vector.
-- ==
-- input { [[1f32, 2f32], [3f32, 4f32]] [10f32, 1f32] } output { [12f32, 34f32] }
def dotp [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)
def mxv [n] [m] (matrix: [n][m]f32) (v: [m]f32) : [n]f32 = map (\row -> dotp row v) matrix
def main [n] [m] (matrix: [n][m]f32) (v: [m]f32) = mxv matrix v
