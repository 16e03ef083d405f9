-- Columns are reduced in chunks by threads that are side by side along the rows; in order, since operators need not be commutative.
-- ==
-- entry: sums
-- input { 100i64 3i64 } output { [4950i64, 9900i64, 14850i64] }
-- input { 0i64 3i64 } output { [0i64, 0i64, 0i64] }
-- input { 5i64 0i64 } output { empty([0]i64) }
-- input { 1i64 2i64 } output { [0i64, 0i64] }

-- ==
-- entry: polynomials
-- input { 40i64 2i64 } output { [303i64, 283i64] [733i64, 193i64] }
-- input { 1000i64 2i64 } output { [32i64, 469i64] [107i64, 336i64] }

-- ==
-- entry: least
-- input { 2i64 70i64 3i64 } output { [[0i64, 0i64, 1i64], [0i64, 1i64, 0i64]] [[0i64, 49i64, 68i64], [27i64, 46i64, 24i64]] }

def matrix (n: i64) (m: i64) : [n][m]i64 = opaque (tabulate_2d n m (\i j -> i * (j + 1)))

def columns [n] [m] 'a (op: a -> a -> a) (ne: a) (xss: [n][m]a) : [m]a =
  map (reduce op ne) (transpose xss)

entry sums (n: i64) (m: i64) : [m]i64 = columns (+) 0 (matrix n m)

-- x -> a * x + b, one after the other.
entry polynomials (n: i64) (m: i64) : [m](i64, i64) =
  columns (\(a, b) (c, d) -> (a * c % 1009, (b * c + d) % 1009))
          (1, 0)
          (map (map (\x -> (x % 7 + 2, x))) (matrix n m))

entry least (k: i64) (n: i64) (m: i64) : [k][m](i64, i64) =
  map (\xss -> columns (\(a, i) (b, j) -> if b < a then (b, j) else (a, i))
                       (i64.highest, -1)
                       (map2 (\i -> map (\x -> (x, i))) (iota n) xss))
      (opaque (tabulate_3d k n m (\h i j -> (i * 37 + h * 11 + j * 5) % 101)))
