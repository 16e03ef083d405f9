-- Rows that are combined by operators which change their lengths, in and around nests.
-- ==
-- entry: sum_of_polynomials
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [8i64, 12i64, 7i64] [[8i64, 12i64, 7i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [27i64, 19i64, 12i64, 12i64] [[8i64, 9i64, 3i64], [20i64, 9i64, 3i64], [27i64, 19i64, 12i64, 12i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [10i64, 18i64, 19i64, 21i64, 10i64, 2i64] [[1i64, 7i64], [3i64, 8i64, 8i64, 12i64], [3i64, 8i64, 8i64, 12i64], [10i64, 18i64, 19i64, 21i64, 10i64, 2i64], [10i64, 18i64, 19i64, 21i64, 10i64, 2i64], [10i64, 18i64, 19i64, 21i64, 10i64, 2i64]] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [5i64] [[], [], [], [], [5i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [13i64, 18i64, 22i64, 7i64, 17i64, 21i64, 20i64, 12i64, 10i64, 6i64, 4i64, 6i64] [[9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64], [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64], [10i64, 10i64, 18i64, 7i64, 16i64, 12i64, 8i64, 11i64, 4i64, 5i64], [13i64, 18i64, 22i64, 7i64, 17i64, 21i64, 20i64, 12i64, 10i64, 6i64, 4i64, 6i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [8i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64] [[], [], [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64], [8i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64], [8i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64]] }

-- ==
-- entry: common_prefixes
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[1i64, 2i64, 1i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[1i64, 1i64, 0i64], [2i64], [1i64, 1i64, 1i64, 2i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[], [], [0i64, 1i64, 1i64, 0i64, 1i64, 1i64, 0i64, 1i64, 0i64, 0i64], []] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[], [], [1i64, 0i64, 1i64, 0i64, 0i64, 2i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 1i64, 1i64, 1i64], [], []] }

-- ==
-- entry: sets_by_length
-- input { empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [59i64, 0i64, 0i64] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [46i64, 103i64, 0i64] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [138i64, 100i64, 15i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [0i64, 5i64, 0i64] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [264i64, 439i64, 0i64] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [595i64, 1i64, 0i64] }

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

def sum_of [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  map (\i -> (if i < n then xs[i] else 0) + (if i < m then ys[i] else 0)) (iota (i64.max n m))

entry sum_of_polynomials [n] (lengths: [n]i64) (xs: []i64) : ([]i64, [n][?]i64) =
  let rs = rows lengths xs
  in (reduce sum_of [] rs, scan sum_of [] rs)

def common [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  let k = i64.min n m
  let same = map2 (\x y -> i64.bool (x == y)) (take k xs) (take k ys)
  in take (i64.sum (scan (*) 1 same)) xs

entry common_prefixes [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  let rs: [n][?]i64 = map (map (\x -> x / 6)) (rows lengths xs)
  in map (\i ->
            reduce common (replicate 3 0) (map (\j -> rs[j]) (filter (\j -> j % 3 == i % 3) (iota n)) : [][?]i64))
         (iota n)

def merged [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  filter (\v -> any (== v) xs || any (== v) ys) (iota 20)

entry sets_by_length [n] (lengths: [n]i64) (xs: []i64) : [3]i64 =
  let rs = rows lengths xs
  let sets: [3][?]i64 = hist merged [] 3 (map (\r -> length r % 3) rs) rs
  in map (\s -> i64.sum (map2 (\q x -> (q + 1) * x) (indices s) s)) sets
