-- A function that leaves the size of a parameter open may call itself with another size.
-- ==
-- entry: grown
-- input { [[1i64], [], [2i64, 0i64]] 2i64 } output { [[1i64, 2i64, 1i64, 2i64], [2i64, 1i64, 2i64], [2i64, 0i64, 2i64, 2i64, 1i64, 2i64, 2i64, 2i64]] }
def grow (k: i64) (row: []i64) : []i64 =
  if k <= 0 then row else grow (k - 1) (row ++ [k] ++ filter (> 1) row)

entry grown [n] (rows: [n][?]i64) (k: i64) : [n][?]i64 = map (grow k) rows

-- The sizes of these two are the same, so they are in the recursive call.
-- ==
-- entry: products
-- input { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] } output { 79i64 }
def product (k: i64) (xs: []i64) (ys: []i64) : i64 =
  if k == 0 then 0 else i64.sum (map2 (*) xs ys) + product (k - 1) ys (map (+ 1) xs)

entry products [n] (xs: [n]i64) (ys: [n]i64) : i64 = product 2 xs ys
