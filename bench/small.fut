-- Ten lines, as a user types them.
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  reduce (+) 0 (map2 (*) xs ys)

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> dot row column) (transpose b)) a

def main (n: i64) : f64 =
  let square = tabulate_2d n n (\i j -> f64.i64 (i * j))
  in f64.sum (flatten (matmul square square))
