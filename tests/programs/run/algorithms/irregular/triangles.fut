-- How many triangles a graph has: sorted rows of neighbours are intersected by binary search.
-- ==
-- input { empty([0][?]i64) }
-- output { 0i64 }
-- input { empty([2][?: 0, 0]i64) }
-- output { 0i64 }
-- input { [[1i64, 2i64], [0i64, 2i64], [0i64, 1i64]] }
-- output { 1i64 }
-- input { [[1i64, 6i64, 9i64, 15i64, 19i64], [0i64, 4i64, 5i64, 7i64, 11i64, 15i64, 16i64, 17i64, 19i64], [5i64,
-- 6i64, 8i64, 9i64, 13i64, 14i64, 19i64], [6i64, 7i64, 8i64, 15i64, 18i64], [1i64, 5i64, 8i64, 12i64, 14i64, 15i64,
-- 18i64], [1i64, 2i64, 4i64, 8i64, 11i64, 12i64, 19i64], [0i64, 2i64, 3i64, 8i64, 12i64, 17i64], [1i64, 3i64, 8i64,
-- 12i64, 13i64, 19i64], [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 10i64, 14i64, 15i64, 19i64], [0i64, 2i64, 11i64, 14i64,
-- 18i64], [8i64, 12i64, 14i64, 15i64, 19i64], [1i64, 5i64, 9i64], [4i64, 5i64, 6i64, 7i64, 10i64, 14i64, 17i64,
-- 18i64], [2i64, 7i64, 17i64, 19i64], [2i64, 4i64, 8i64, 9i64, 10i64, 12i64, 15i64, 16i64, 18i64], [0i64, 1i64, 3i64,
-- 4i64, 8i64, 10i64, 14i64], [1i64, 14i64, 17i64, 19i64], [1i64, 6i64, 12i64, 13i64, 16i64, 18i64], [3i64, 4i64,
-- 9i64, 12i64, 14i64, 17i64], [0i64, 1i64, 2i64, 5i64, 7i64, 8i64, 10i64, 13i64, 16i64]] }
-- output { 40i64 }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [0i64, 1i64, 3i64,
-- 4i64, 5i64, 6i64, 7i64], [0i64, 1i64, 2i64, 4i64, 5i64, 6i64, 7i64], [0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 7i64],
-- [0i64, 1i64, 2i64, 3i64, 4i64, 6i64, 7i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 7i64], [0i64, 1i64, 2i64, 3i64,
-- 4i64, 5i64, 6i64]] }
-- output { 56i64 }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64], [0i64], [0i64], [0i64], [0i64],
-- [0i64], [0i64], [0i64], [0i64], [0i64], [0i64], [0i64]] }
-- output { 0i64 }

-- How many of the sorted numbers ys are among the sorted numbers xs.
def common [n] [m] (xs: [n]i64) (ys: [m]i64) : i64 =
  let found y =
    let (low, _) = loop (low, high) = (0, n) while low < high do
      let middle = (low + high) / 2
      in if xs[middle] < y then (middle + 1, high) else (low, middle)
    in low < n && xs[low] == y
  in i64.sum (map (\y -> i64.bool (found y)) ys)

entry main [n] (graph: [n][?]i64) : i64 =
  -- Each edge is kept at its smaller end, so each triangle is found once.
  let later: [n][?]i64 = map2 (\v row -> filter (> v) row) (iota n) graph
  in i64.sum (map (\row -> i64.sum (map (\w -> common row later[w]) row)) later)
