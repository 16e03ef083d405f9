-- Products of polynomials of different degrees, pair by pair, and of a whole list by recursion.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-7i64, -1i64, -7i64, 9i64, -2i64]] [[-1i64]] }
-- output { [[7i64, 1i64, 7i64, -9i64, 2i64]] }
-- input { [[-1i64, 7i64, -9i64, -5i64, -8i64], [-4i64, -6i64, 7i64], [], [], []] [[], [], [], [8i64], [-3i64, -3i64,
-- 4i64, 4i64, 7i64]] }
-- output { empty([5][?: 0, 0, 0, 0, 0]i64) }
-- input { [[], [], [], [], [], [0i64], [0i64], [], []] [[], [], [-8i64, 4i64, 6i64, 5i64, -3i64, 9i64], [], [-9i64],
-- [-7i64], [-3i64], [3i64], [-5i64, 2i64, 3i64, -6i64, -1i64]] }
-- output { [[], [], [], [], [], [0i64], [0i64], [], []] }
-- entry: product_of_all
-- input { empty([0][?]i64) }
-- output { [1i64] }
-- input { [[1i64, 1i64], [1i64, 1i64], [1i64, 1i64], [1i64, 1i64], [1i64, 1i64], [1i64, 1i64]] }
-- output { [1i64, 6i64, 15i64, 20i64, 15i64, 6i64, 1i64] }
-- input { [[1i64, 2i64], [3i64], [0i64, 0i64, 1i64], [4i64, 5i64]] }
-- output { [0i64, 0i64, 12i64, 39i64, 30i64] }
-- input { [[1i64], [], [2i64, 3i64]] }
-- output { empty([0]i64) }
def times [n] [m] (p: [n]i64) (q: [m]i64) : []i64 =
  if n == 0 || m == 0
  then []
  else tabulate (n + m - 1) (\d ->
         let low = i64.max 0 (d - m + 1)
         let high = i64.min d (n - 1)
         in i64.sum (map (\i -> p[i] * q[d - i]) (low...high)))

entry main [k] (ps: [k][?]i64) (qs: [k][?]i64) : [k][?]i64 = map2 times ps qs

-- The product of a whole list, by halves.
def product_of [k] (ps: [k][?]i64) : []i64 =
  if k == 0 then [1]
  else if k == 1 then ps[0]
  else times (product_of (take (k / 2) ps)) (product_of (drop (k / 2) ps))

entry product_of_all [k] (ps: [k][?]i64) : []i64 = product_of ps
