-- Elements and views of what maps give.
-- ==
-- entry: element
-- input { [1, 2, 3] 1i64 } output { 21 }
-- input { [1, 2, 3] 3i64 } error: out of bounds
entry element (xs: []i32) (i: i64) = (map (\x -> loop a = x for j < 10 do a + x - j * 0 + (if j == 9 then -1 else 0)) xs)[i]

-- ==
-- entry: gather
-- input { [1, 2, 3] [2i64, 0i64, 2i64] } output { [4i64, 2i64, 4i64] }
entry gather (xs: []i32) (is: []i64) =
  let ys = map (\x -> i64.i32 x + 1) xs
  in map (\i -> ys[i]) is

-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6]] [10, 100] } output { [410, 520, 630] }
entry columns [n] [m] (xss: [n][m]i32) (ks: [n]i32) =
  map i32.sum (transpose (map2 (\xs k -> map (* k) xs) xss ks))

-- ==
-- entry: flat
-- input { [[1, 2], [3, 4]] } output { 30 [1, 4, 9, 16] }
entry flat (xss: [][]i32) =
  let ys = flatten (map (map (\x -> x * x)) xss)
  in (i32.sum ys, ys)

-- ==
-- entry: unflat
-- input { [1, 2, 3, 4, 5, 6] } output { [5, 25, 61] }
entry unflat (xs: []i32) = map i32.sum (unflatten (map (\x -> x * x) xs :> [3 * 2]i32))

-- ==
-- entry: rotated
-- input { [1, 2, 3, 4] 1i64 } output { [3, 7, 13, -3] }
-- input { empty([0]i32) 1i64 } output { empty([0]i32) }
entry rotated (xs: []i32) (k: i64) = map2 (-) (rotate k (map (\x -> x * x) xs)) xs

-- ==
-- entry: reversed
-- input { [1, 2, 3, 4] } output { [15, 7, 1, -3] }
entry reversed (xs: []i32) = map2 (-) (reverse (map (\x -> x * x) xs)) xs
