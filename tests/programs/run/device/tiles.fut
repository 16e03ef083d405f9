-- Products and their like, of sizes that tiles do not divide. Each is compared with a loop.

def matrix (seed: i64) (n: i64) (m: i64) : [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 13 + seed * 5) % 31 - 15))

def all_equal [n] [m] (a: [n][m]i32) (b: [n][m]i32) : bool =
  and (flatten (map2 (map2 (==)) a b))

def product [n] [m] [p] (a: [n][p]i32) (b: [p][m]i32) : [n][m]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a

def by_loop [n] [m] [p] (a: [n][p]i32) (b: [p][m]i32) : [n][m]i32 =
  tabulate_2d n m (\i j -> loop sum = 0 for k < p do sum + a[i, k] * b[k, j])

-- ==
-- entry: products
-- input { 64i64 64i64 9i64 } output { true }
-- input { 128i64 128i64 1i64 } output { true }
-- input { 131i64 201i64 19i64 } output { true }
-- input { 200i64 130i64 16i64 } output { true }
entry products (n: i64) (m: i64) (p: i64) : bool =
  let a = matrix 1 n p
  let b = matrix 2 p m
  in all_equal (opaque (product a b)) (by_loop a b)

-- ==
-- entry: transposed_products
-- input { 140i64 150i64 13i64 } output { true }
entry transposed_products (n: i64) (m: i64) (p: i64) : bool =
  let a = matrix 1 p n
  let b = matrix 2 m p
  in all_equal (opaque (product (transpose a) (transpose b))) (by_loop (transpose a) (transpose b))

-- Doubles, of which the smallest is taken.
-- ==
-- entry: shortest_paths
-- input { 130i64 12i64 } output { true }
entry shortest_paths (n: i64) (p: i64) : bool =
  let a = map (map f64.i32) (matrix 3 n p)
  let b = map (map f64.i32) (matrix 4 p n)
  let c = map (\row -> map (\column -> f64.minimum (map2 (+) row column)) (transpose b)) a
  let d = tabulate_2d n n (\i j -> loop least = f64.inf for k < p do f64.min least (a[i, k] + b[k, j]))
  in and (flatten (map2 (map2 (==)) (opaque c) d))

-- ==
-- entry: batches
-- input { 3i64 70i64 129i64 11i64 } output { true }
entry batches (k: i64) (n: i64) (m: i64) (p: i64) : bool =
  let as = tabulate k (\i -> matrix i n p)
  let bs = tabulate k (\i -> matrix (i + 7) p m)
  in and (map2 all_equal (opaque (map2 product as bs)) (map2 by_loop as bs))

-- What depends on the row or on the column alone, and on indices.
-- ==
-- entry: with_sides
-- input { 130i64 140i64 10i64 } output { true }
entry with_sides (n: i64) (m: i64) (p: i64) : bool =
  let a = matrix 1 n p
  let b = matrix 2 p m
  let rows = map i32.i64 (iota n)
  let columns = map (\j -> i32.i64 j * 3) (iota m)
  let c =
    tabulate_2d n m (\i j ->
      i32.sum (tabulate p (\k -> (a[i, k] + rows[i]) * (b[k, j] - columns[j]) + i32.i64 (i + j * k))))
  let d =
    tabulate_2d n m (\i j ->
      loop sum = 0 for k < p do
        sum + ((a[i, k] + rows[i]) * (b[k, j] - columns[j]) + i32.i64 (i + j * k)))
  in all_equal (opaque c) d

-- Complex numbers: two components that are combined, of operands with two.
-- ==
-- entry: pairs
-- input { 140i64 131i64 10i64 } output { true }
entry pairs (n: i64) (m: i64) (p: i64) : bool =
  let (ar, ai) = (matrix 1 n p, matrix 2 n p)
  let (br, bi) = (matrix 3 p m, matrix 4 p m)
  let c =
    tabulate_2d n m (\i j ->
      reduce (\(a: i32, b: i32) (c, d) -> (a + c, b + d)) (0, 0)
             (tabulate p (\k ->
               (ar[i, k] * br[k, j] - ai[i, k] * bi[k, j], ar[i, k] * bi[k, j] + ai[i, k] * br[k, j]))))
  let d =
    tabulate_2d n m (\i j ->
      loop (r, s) = (0, 0) for k < p do
        (r + (ar[i, k] * br[k, j] - ai[i, k] * bi[k, j]), s + (ar[i, k] * bi[k, j] + ai[i, k] * br[k, j])))
  in and (flatten (map2 (map2 (==)) (opaque c) d))

-- All rows need the same: the farthest point of many for each of some, and how many are far.
-- ==
-- entry: farthest
-- input { 700i64 500i64 } output { true }
-- input { 129i64 2100i64 } output { true }
entry farthest (n: i64) (p: i64) : bool =
  let xs = tabulate n (\i -> i32.i64 (i * 37 % 101))
  let us = tabulate p (\k -> i32.i64 (k * 53 % 211))
  let ws = tabulate p (\k -> i32.i64 (k % 7))
  let both (a: i32, b: i32) (c, d) = (i32.max a c, b + d)
  let c = map (\x -> reduce both (0, 0) (map2 (\u w -> (i32.abs (u - x), w * x + u)) us ws)) xs
  let d =
    map (\x -> loop (far, sum) = (0, 0) for k < p do
                 (i32.max far (i32.abs (us[k] - x)), sum + (ws[k] * x + us[k]))) xs
  in and (map2 (==) (opaque c) d)
