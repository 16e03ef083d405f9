-- Matrix product with seven recursive products.
-- ==
-- input { [[0, -3, -3, 3, 0, 0, 0, 0], [-1, -3, -2, -3, 2, -1, 2, -1], [0, 3, 2, -2, 1, -3, -2, 1], [-1, -2, 2, 1, -3, 3, 1, -1], [2, 3, -3, 2, 3, -1, 1, -1], [-2, -1, 3, -2, 1, 1, 3, 1], [-1, 2, -2, 1, 3, 3, 3, 3], [-2, 3, -2, 3, 0, 2, 3, -2]] [[-2, 1, 0, -1, 2, -3, -3, 3], [-1, 0, -1, -2, 2, 1, -1, 0], [3, 2, -1, -1, -3, -2, -3, -2], [0, -2, -1, -2, 0, 1, 1, 3], [-3, 0, 2, -1, 3, 2, -3, 3], [2, -3, 0, 3, 2, 3, -2, 0], [-2, 0, 3, 2, -1, -3, 3, 2], [0, 0, 0, 2, -3, 2, -2, -2]] }
-- output { [[-6, -12, 3, 3, 3, 6, 15, 15], [-13, 4, 18, 12, 3, -6, 13, 4], [-2, 17, -7, -16, -4, -2, -16, -13], [23, -8, -4, 13, -13, -4, 8, -9], [-29, -5, 7, -15, 28, 3, 0, 31], [7, 5, 11, 15, -16, -5, -2, -11], [-15, -16, 14, 15, 11, 22, -4, 13], [-7, -18, 5, 0, 15, 9, 21, 17]] }
-- input { [[0, -3], [-1, -3]] [[-2, 1], [-1, 0]] }
-- output { [[3, 0], [5, -1]] }

def plus [n] (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 = map2 (map2 (+)) a b
def minus [n] (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 = map2 (map2 (-)) a b

def strassen (n: i64) (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 =
  if n <= 2
  then map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a
  else let h = n / 2
       let part (m: [n][n]i64) (i: i64) (j: i64) : [h][h]i64 =
         m[i * h:(i + 1) * h, j * h:(j + 1) * h] :> [h][h]i64
       let a11 = part a 0 0
       let a12 = part a 0 1
       let a21 = part a 1 0
       let a22 = part a 1 1
       let b11 = part b 0 0
       let b12 = part b 0 1
       let b21 = part b 1 0
       let b22 = part b 1 1
       let left = [plus a11 a22, plus a21 a22, a11, a22, plus a11 a12, minus a21 a11, minus a12 a22]
       let right =
         [plus b11 b22, b11, minus b12 b22, minus b21 b11, b22, plus b11 b12, plus b21 b22]
       let m = map2 (strassen h) left right
       let c11 = plus (minus (plus m[0] m[3]) m[4]) m[6]
       let c12 = plus m[2] m[4]
       let c21 = plus m[1] m[3]
       let c22 = plus (minus (plus m[0] m[2]) m[1]) m[5]
       let top = map2 (++) c11 c12
       let bottom = map2 (++) c21 c22
       in (top ++ bottom) :> [n][n]i64

entry main [n] (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 = strassen n a b
