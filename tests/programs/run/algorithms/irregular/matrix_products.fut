-- Products of matrices that all have different sizes, some of them zero.
-- ==
-- input { empty([0]i64) empty([0]i64) empty([0]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { [1i64] [1i64] [1i64] [[-3i64]] [[-6i64]] }
-- output { [[[18i64]]] }
-- input { [2i64, 0i64, 2i64, 3i64] [3i64, 2i64, 0i64, 1i64] [2i64, 3i64, 3i64, 4i64] [[-8i64, 9i64, -8i64, -1i64,
-- 9i64, -2i64], [], [], [-6i64, 7i64, -5i64]] [[-1i64, -2i64, -3i64, -8i64, 4i64, -8i64], [-8i64, 2i64, 2i64, -4i64,
-- -2i64, -9i64], [], [-7i64, -6i64, -7i64, -9i64]] }
-- output { [[[-51i64, 8i64], [-34i64, -54i64]], [], [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]], [[42i64, 36i64, 42i64,
-- 54i64], [-49i64, -42i64, -49i64, -63i64], [35i64, 30i64, 35i64, 45i64]]] }
-- input { [0i64, 0i64] [0i64, 0i64] [0i64, 0i64] empty([2][?: 0, 0]i64) empty([2][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0][?]i64) }
-- input { [5i64, 1i64] [5i64, 7i64] [5i64, 1i64] [[-8i64, -9i64, 2i64, -1i64, -5i64, -4i64, -4i64, 7i64, -9i64, 3i64,
-- 9i64, -8i64, -2i64, -5i64, -8i64, -9i64, 2i64, -6i64, 0i64, 1i64, 6i64, -9i64, 0i64, 5i64, 8i64], [-8i64, -1i64,
-- 3i64, -5i64, 6i64, -2i64, -7i64]] [[1i64, -6i64, -9i64, 5i64, -5i64, 7i64, 9i64, 3i64, 6i64, 7i64, 1i64, -5i64,
-- 1i64, -1i64, -1i64, 4i64, -9i64, 8i64, -5i64, -8i64, -1i64, -8i64, -5i64, -4i64, -4i64], [-6i64, 5i64, -2i64, 7i64,
-- -8i64, -2i64, -2i64]] }
-- output { [[[-68i64, 6i64, 64i64, -71i64, 3i64], [-64i64, 10i64, -56i64, -18i64, 45i64], [-61i64, -7i64, -107i64,
-- 56i64, -27i64], [-2i64, 94i64, 76i64, -31i64, 61i64], [-45i64, -226i64, -81i64, -81i64, -165i64]], [[-28i64]]] }
def product [n] [m] [k] (a: [n][m]i64) (b: [m][k]i64) : [n][k]i64 =
  map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a

-- Matrices are given by their sizes and one array of numbers each.
entry main [q] (ns: [q]i64) (ms: [q]i64) (ks: [q]i64) (as: [q][?]i64) (bs: [q][?]i64) : [q][?][?]i64 =
  map5 (\n m k a b -> product (unflatten (a :> [n * m]i64)) (unflatten (b :> [m * k]i64))) ns ms ks as bs
