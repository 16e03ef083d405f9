-- Histograms of rows with operators that change their lengths.
-- ==
-- entry: union_by_key
-- input { empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[3i64], [], [1i64, 2i64], [], []] }
-- input { [2i64] [2i64, 6i64] [4i64] }
-- output { [[3i64], [], [1i64, 2i64], [], [2i64, 6i64]] }
-- input { [0i64, 0i64] empty([0]i64) [5i64, 3i64] }
-- output { [[3i64], [], [1i64, 2i64], [], []] }
-- input { [0i64, 2i64, 0i64, 0i64, 3i64] [0i64, 3i64, 6i64, 1i64, 7i64] [-1i64, 3i64, 2i64, -1i64, 5i64] }
-- output { [[3i64], [], [1i64, 2i64], [0i64, 3i64], []] }
-- input { [4i64, 4i64, 0i64, 4i64, 4i64, 1i64, 4i64, 0i64, 4i64] [1i64, 3i64, 5i64, 6i64, 0i64, 6i64, 8i64, 1i64, 2i64, 4i64, 3i64, 1i64, 1i64, 4i64, 7i64, 5i64, 1i64, 3i64, 5i64, 0i64, 4i64, 0i64, 3i64, 7i64, 5i64] [3i64, 2i64, 5i64, 1i64, 2i64, 3i64, 2i64, 1i64, 1i64] }
-- output { [[3i64], [2i64, 4i64, 3i64, 1i64, 0i64, 7i64, 5i64], [1i64, 2i64, 0i64, 6i64, 8i64, 4i64, 7i64, 5i64, 3i64], [1i64, 3i64, 5i64, 6i64], []] }
-- input { [1i64, 1i64, 4i64, 3i64, 4i64, 1i64, 3i64, 4i64, 4i64, 2i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64] [2i64, 1i64, 4i64, 7i64, 2i64, 5i64, 4i64, 1i64, 0i64, 6i64, 2i64, 8i64, 7i64, 7i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 7i64, 8i64, 0i64, 6i64, 7i64, 1i64, 7i64, 4i64, 5i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 6i64, 2i64, 3i64] [2i64, 2i64, 5i64, 2i64, -1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 0i64, 5i64, 2i64, 5i64, 3i64, 1i64] }
-- output { [[3i64, 7i64], [7i64, 1i64, 2i64, 3i64], [1i64, 2i64, 4i64, 0i64, 6i64, 5i64, 8i64, 7i64, 3i64], [7i64, 8i64, 0i64, 6i64, 3i64], []] }

-- ==
-- entry: product_by_key
-- input { empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[1i64], [1i64], [1i64], [1i64], [1i64]] }
-- input { [2i64] [2i64, 6i64] [4i64] }
-- output { [[1i64], [1i64], [1i64], [1i64], [2i64, 6i64]] }
-- input { [0i64, 0i64] empty([0]i64) [5i64, 3i64] }
-- output { [[1i64], [1i64], [1i64], [], [1i64]] }
-- input { [0i64, 2i64, 0i64, 0i64, 3i64] [0i64, 3i64, 6i64, 1i64, 7i64] [-1i64, 3i64, 2i64, -1i64, 5i64] }
-- output { [[1i64], [1i64], [], [0i64, 3i64], [1i64]] }
-- input { [4i64, 4i64, 0i64, 4i64, 4i64, 1i64, 4i64, 0i64, 4i64] [1i64, 3i64, 5i64, 6i64, 0i64, 6i64, 8i64, 1i64, 2i64, 4i64, 3i64, 1i64, 1i64, 4i64, 7i64, 5i64, 1i64, 3i64, 5i64, 0i64, 4i64, 0i64, 3i64, 7i64, 5i64] [3i64, 2i64, 5i64, 1i64, 2i64, 3i64, 2i64, 1i64, 1i64] }
-- output { [[1i64], [], [0i64, 18i64, 29i64, 94i64, 87i64, 40i64, 65i64, 94i64, 91i64, 20i64], [1i64, 3i64, 5i64, 6i64], [1i64]] }
-- input { [1i64, 1i64, 4i64, 3i64, 4i64, 1i64, 3i64, 4i64, 4i64, 2i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64] [2i64, 1i64, 4i64, 7i64, 2i64, 5i64, 4i64, 1i64, 0i64, 6i64, 2i64, 8i64, 7i64, 7i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 7i64, 8i64, 0i64, 6i64, 7i64, 1i64, 7i64, 4i64, 5i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 6i64, 2i64, 3i64] [2i64, 2i64, 5i64, 2i64, -1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 0i64, 5i64, 2i64, 5i64, 3i64, 1i64] }
-- output { [[], [14i64, 23i64, 3i64], [0i64, 6i64, 18i64, 81i64, 51i64, 43i64, 51i64, 67i64, 72i64, 0i64], [0i64, 21i64, 66i64, 48i64, 18i64, 36i64], [1i64]] }

def union [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  xs ++ filter (\y -> all (!= y) xs) ys

def product [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  let k = if n == 0 || m == 0 then 0 else n + m - 1
  in map (\d ->
            i64.sum (map (\i -> let j = d - i in if j >= 0 && j < m then xs[i] * ys[j] else 0) (iota n)) % 97)
         (iota k)

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

entry union_by_key [n] (lengths: [n]i64) (xs: []i64) (keys: [n]i64) : [5][?]i64 =
  let start: [5][?]i64 = [[3], [], [1, 2], [], []]
  in reduce_by_index (copy start) union [] keys (rows lengths xs)

entry product_by_key [n] (lengths: [n]i64) (xs: []i64) (keys: [n]i64) : [5][?]i64 =
  hist product [1] 5 keys (rows lengths xs)
