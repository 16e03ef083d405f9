-- Operators of reduce and scan that are parallel themselves, or hold arrays: at the top, in maps, with sizes that differ.
-- Checklist: 77.
-- ==
-- entry: power
-- input { 5i64 [[1i64, 1i64], [1i64, 0i64]] } output { [[8i64, 5i64], [5i64, 3i64]] }
-- input { 0i64 [[1i64, 1i64], [1i64, 0i64]] } output { [[1i64, 0i64], [0i64, 1i64]] }
-- input { 1i64 [[2i64]] } output { [[2i64]] }

-- ==
-- entry: powers
-- input { 3i64 [[1i64, 1i64], [1i64, 0i64]] }
-- output { [[[1i64, 1i64], [1i64, 0i64]], [[2i64, 1i64], [1i64, 1i64]], [[3i64, 2i64], [2i64, 1i64]]] }

-- ==
-- entry: in_maps
-- input { [2i64, 0i64, 5i64] [[1i64, 1i64], [1i64, 0i64]] } output { [2i64, 1i64, 8i64] }

-- ==
-- entry: sizes
-- input { [1i64, 2i64, 3i64, 0i64] [4i64, 1i64, 3i64, 2i64] } output { [[3i64], [0i64, 1i64], [2i64, 6i64, 9i64], []] }

-- ==
-- entry: scans
-- input { [1i64, 2i64, 3i64] [3i64, 0i64, 2i64] } output { [6i64, 0i64, 9i64] }

-- ==
-- entry: composed
-- input { [[1i64, 2i64, 0i64], [0i64, 2i64, 1i64], [2i64, 2i64, 1i64]] }
-- output { [1i64, 2i64, 2i64] [[1i64, 2i64, 0i64], [2i64, 1i64, 0i64], [1i64, 2i64, 2i64]] }

def product [n] (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 =
  map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a

def identity (n: i64) : [n][n]i64 = tabulate_2d n n (\i j -> i64.bool (i == j))

entry power [n] (k: i64) (a: [n][n]i64) : [n][n]i64 = reduce product (identity n) (replicate k a)

entry powers [n] (k: i64) (a: [n][n]i64) : [k][n][n]i64 = scan product (identity n) (replicate k a)

entry in_maps [n] [k] (ks: [k]i64) (a: [n][n]i64) : [k]i64 =
  map (\k -> (reduce product (identity n) (replicate k a))[0, 0]) ks

-- The values that are combined are of another size at each point.
entry sizes [n] (widths: [n]i64) (counts: [n]i64) : [n][?]i64 =
  map2 (\m k ->
          reduce (map3 (\i x y -> if i == 0 then i64.max x y else x + y) (iota m))
                 (replicate m 0)
                 (tabulate k (\j -> map (\i -> if i == 0 then j else i + j) (iota m))))
       widths
       counts

entry scans [n] (widths: [n]i64) (counts: [n]i64) : [n]i64 =
  map2 (\m k ->
          let rows =
            scan (\a b -> map2 (+) a (reverse (reverse b)))
                 (replicate m 0)
                 (replicate k (replicate m 1))
          in i64.sum (map i64.sum rows))
       widths
       counts

-- Functions as tables, one after the other.
entry composed [n] [m] (tables: [n][m]i64) : ([m]i64, [n][m]i64) =
  let after f g = map (\i -> g[i]) f
  in (reduce after (iota m) tables, scan after (iota m) tables)
