-- Products of polynomials of any degrees, and their values.
-- ==
-- input { [[2, 2, -2, -3, 3, -1], [0, 2, 5, -1], [4, 3, 4], [-2, -4, -5, 3, 3, 4], [], [2], [-3, 1]] [[4, -1, 1], [-5], [-4, 3, -3, -3, -1], [4, 5, -3], [-5, -5, 4, 0, 0], [], []] 2 }
-- output { [[8, 6, -8, -8, 13, -10, 4, -1], [0, -10, -25, 5], [-16, 0, -19, -9, -25, -15, -4], [-8, -26, -34, -1, 42, 22, 11, -12], [], [], []] [-60, -80, -1300, 340, 0, 0, 0] }

def product [n] [m] (a: [n]i64) (b: [m]i64) : []i64 =
  if n == 0 || m == 0
  then []
  else tabulate (n + m - 1) (\k ->
                               let low = i64.max 0 (k - m + 1)
                               let high = i64.min k (n - 1)
                               in i64.sum (map (\i -> a[i] * b[k - i]) (low...high)))

def evaluate [n] (a: [n]i64) (x: i64) : i64 =
  if n == 0
  then 0
  else if n == 1
  then a[0]
  else let even = a[::2]
       let odd = a[1::2]
       in evaluate even (x * x) + x * evaluate odd (x * x)

entry main [n] (as: [n][?]i64) (bs: [n][?]i64) (x: i64) : ([n][?]i64, [n]i64) =
  let products: [n][?]i64 = map2 product as bs
  in (products, map (\p -> evaluate p x) products)
