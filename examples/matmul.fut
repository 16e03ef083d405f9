-- The product of two matrices: a dot product for each row of one and column of the other.
-- ==
-- input { [[1f32, 2f32], [3f32, 4f32]] [[0f32, 1f32], [1f32, 0f32]] } output { [[2f32, 1f32], [4f32, 3f32]] }
def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

def matmul [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> dot row column) (transpose b)) a

entry main [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = matmul a b
